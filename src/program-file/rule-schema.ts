import { type Static, Type } from '@sinclair/typebox';
import { flatRule, purchaseRule } from './rule-properties.ts';
import { amount, object, oneOfBy, text, textEnum, url } from './schema-values.ts';

const network = text('The social network.');
const platformIds = (of: string, description: string) =>
  Type.Array(text(`The id of a ${of} in the store's platform.`), {
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description,
  });

const PlainRuleSchema = object(
  {
    kind: textEnum(
      ['pageview', 'join_program', 'birthday', 'newsletter_signup', 'loyalty_pass_install', 'review'],
      {
        description:
          'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.',
      },
    ),
    ...flatRule,
  },
  {
    title: 'A visit, a joining, a birthday, a subscription, a pass or a review',
    description: 'A rule that needs nothing more than its kind.',
  },
);

const PurchaseRuleSchema = object(
  {
    kind: textEnum(['purchase', 'retail_purchase'], {
      description:
        'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos), which purchase rules then leave to it.',
    }),
    ...purchaseRule,
  },
  {
    title: 'A purchase',
    description: 'A rule that orders complete; the points of an unpaid one wait for its payment.',
  },
);

const ProductPurchaseRuleSchema = object(
  {
    kind: textEnum(['product_purchase'], {
      description: 'An order, by those of its lines that hold one of some products.',
    }),
    products: platformIds('product', 'The products.'),
    ...purchaseRule,
  },
  { title: 'A purchase of products', description: 'A rule that orders complete by the products in them.' },
);

const CollectionPurchaseRuleSchema = object(
  {
    kind: textEnum(['collection_purchase'], {
      description: 'An order, by those of its lines whose product is in one of some collections.',
    }),
    collections: platformIds('collection', 'The collections.'),
    ...purchaseRule,
  },
  {
    title: 'A purchase from collections',
    description: 'A rule that orders complete by the collections in them.',
  },
);

const CustomRuleSchema = object(
  {
    kind: textEnum(['custom'], { description: 'Whatever the store reports under a name of its own.' }),
    name: text(
      'The name by which activities speak of it; not that of another rule, and not one with a $ in front.',
    ),
    ...flatRule,
  },
  { title: 'Something of your own', description: 'A rule completed when the store says so.' },
);

const ClickthroughRuleSchema = object(
  {
    kind: textEnum(['clickthrough'], { description: 'Opening a page.' }),
    destination_url: url('The page to open.'),
    ...flatRule,
  },
  { title: 'Opening a page', description: 'A rule completed once the customer has followed a link.' },
);

const SocialLikeRuleSchema = object(
  {
    kind: textEnum(['social_like'], { description: 'Liking a page.' }),
    social_like_url: url('The page to like.'),
    ...flatRule,
  },
  { title: 'Liking a page', description: 'A rule completed once the customer has liked the page.' },
);

const SocialProfileRuleSchema = object(
  {
    kind: textEnum(['social_follow', 'social_mention'], {
      description: 'social_follow: following a profile. social_mention: mentioning it in a post.',
    }),
    social_handle: text('The profile, as the network writes it.'),
    network,
    ...flatRule,
  },
  {
    title: 'Following or mentioning a profile',
    description: 'A rule completed once the customer has followed or mentioned the profile.',
  },
);

const SocialHashtagRuleSchema = object(
  {
    kind: textEnum(['social_post_hashtag'], { description: 'Posting with a hashtag.' }),
    hashtag: text('The hashtag, as the network writes it.'),
    network,
    ...flatRule,
  },
  { title: 'Posting a hashtag', description: 'A rule completed by a post that carries the hashtag.' },
);

const ReferralRuleSchema = object(
  {
    kind: textEnum(['referral'], { description: 'Referring a friend who buys.' }),
    trigger: Type.Optional(
      textEnum(['any_purchase', 'qualifying_purchase'], {
        default: 'any_purchase',
        description:
          'Which order of the friend completes it: any, or one of minimum_spend or more; any_purchase unless said otherwise.',
      }),
    ),
    minimum_spend: Type.Optional(
      amount('What an order must come to for a qualifying_purchase.', { exclusiveMinimum: 0 }),
    ),
    ...flatRule,
  },
  { title: 'Referring a friend', description: 'A rule completed once a referred friend has bought.' },
);

export const RuleSchema = oneOfBy(
  'kind',
  [
    PlainRuleSchema,
    PurchaseRuleSchema,
    ProductPurchaseRuleSchema,
    CollectionPurchaseRuleSchema,
    CustomRuleSchema,
    ClickthroughRuleSchema,
    SocialLikeRuleSchema,
    SocialProfileRuleSchema,
    SocialHashtagRuleSchema,
    ReferralRuleSchema,
  ],
  { description: 'A way to earn.' },
);
export type FileRule = Static<typeof RuleSchema>;
