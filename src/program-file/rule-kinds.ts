import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import type { RuleKind, RuleProperties } from '../domain/programs/rule-kinds.ts';
import type { Remaining } from './check-shape.ts';
import { checkAmount, checkDistinctIds, type Report } from './check-values.ts';
import { type Major, type Minor, unless } from './definition-values.ts';
import type { Path } from './mistakes.ts';
import { flatRule, purchaseRule } from './rule-properties.ts';
import { amount, text, textEnum, url } from './schema-values.ts';

/** The keys of a rule besides its kind, and their meaning. Kinds with the same keys share a shape. */
interface RuleShape<Keys extends TProperties, P> {
  title: string;
  description: string;
  keys: Keys;
  properties(rule: Static<TObject<Keys>>, minor: Minor): P;
  /** The inverse: the shape's own keys that give these properties. Null means a key left out. */
  write(properties: P, major: Major): Record<string, unknown>;
  /** Reports the mistakes that the schema cannot find. */
  check?(
    file: { currency?: string | undefined },
    rule: Remaining<Static<TObject<Keys>>>,
    path: Path,
    report: Report,
  ): void;
}

interface FileRuleKind<P> {
  /** The meaning of the kind, in the words of the schema: a phrase that ends with a period. */
  is: string;
  shape: RuleShape<TProperties, P>;
}

/** Lets the compiler check the functions of a shape against its keys. */
function shape<Keys extends TProperties, P>(given: RuleShape<Keys, P>): RuleShape<Keys, P> {
  return given;
}

const network = text('The social network.');
const platformIds = (of: string, description: string) =>
  Type.Array(text(`The id of a ${of} in the store's platform.`), {
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description,
  });

const PLAIN = shape({
  title: 'A visit, a joining, a birthday, a subscription, a pass or a review',
  description: 'A rule without further properties.',
  keys: flatRule,
  properties: () => ({}),
  write: (properties) => ({ ...properties }),
});

const PURCHASE = shape({
  title: 'A purchase',
  description: 'A rule that orders complete. Points for an unpaid order stay pending until it is paid.',
  keys: purchaseRule,
  properties: () => ({}),
  write: (properties) => ({ ...properties }),
});

const PRODUCT_PURCHASE = shape({
  title: 'A purchase of products',
  description: 'A rule that orders complete by the products in them.',
  keys: { products: platformIds('product', 'The products.'), ...purchaseRule },
  properties: ({ products }) => ({ product_ids: products }),
  write: ({ product_ids }) => ({ products: product_ids }),
  check: (_, { products }, path, report) =>
    checkDistinctIds(products, 'product', (i) => [...path, 'products', i], report),
});

const COLLECTION_PURCHASE = shape({
  title: 'A purchase from collections',
  description: 'A rule that orders complete by the collections in them.',
  keys: { collections: platformIds('collection', 'The collections.'), ...purchaseRule },
  properties: ({ collections }) => ({ collection_ids: collections }),
  write: ({ collection_ids }) => ({ collections: collection_ids }),
  check: (_, { collections }, path, report) =>
    checkDistinctIds(collections, 'collection', (i) => [...path, 'collections', i], report),
});

const OWN_NAME = shape({
  title: 'Something of your own',
  description: 'A rule that is completed when the store reports it.',
  keys: {
    name: text(
      'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.',
    ),
    ...flatRule,
  },
  properties: ({ name }) => ({ name }),
  write: (properties) => ({ ...properties }),
});

const PAGE_TO_OPEN = shape({
  title: 'Opening a page',
  description: 'A rule that is completed when the customer follows a link.',
  keys: { destination_url: url('The page to open.'), ...flatRule },
  properties: ({ destination_url }) => ({ destination_url }),
  write: (properties) => ({ ...properties }),
});

const PAGE_TO_LIKE = shape({
  title: 'Liking a page',
  description: 'A rule that is completed when the customer likes the page.',
  keys: { social_like_url: url('The page to like.'), ...flatRule },
  properties: ({ social_like_url }) => ({ social_like_url }),
  write: (properties) => ({ ...properties }),
});

const PROFILE = shape({
  title: 'Following or mentioning a profile',
  description: 'A rule that is completed when the customer follows or mentions the profile.',
  keys: { social_handle: text('The profile, as the network writes it.'), network, ...flatRule },
  properties: (rule) => ({ social_handle: rule.social_handle, network: rule.network }),
  write: (properties) => ({ ...properties }),
});

const HASHTAG = shape({
  title: 'Posting a hashtag',
  description: 'A rule that is completed by a post with the hashtag.',
  keys: { hashtag: text('The hashtag, as the network writes it.'), network, ...flatRule },
  properties: (rule) => ({ hashtag: rule.hashtag, network: rule.network }),
  write: (properties) => ({ ...properties }),
});

const FRIEND = shape({
  title: 'Referring a friend',
  description: 'A rule that is completed when a referred friend buys.',
  keys: {
    trigger: Type.Optional(
      textEnum(['any_purchase', 'qualifying_purchase'], {
        default: 'any_purchase',
        description:
          'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.',
      }),
    ),
    minimum_spend: Type.Optional(
      amount('The minimum amount of an order for qualifying_purchase.', { exclusiveMinimum: 0 }),
    ),
    ...flatRule,
  },
  properties: ({ trigger = 'any_purchase', minimum_spend }, minor) => ({
    trigger,
    minimum_spend_minor: minimum_spend === undefined ? null : minor(minimum_spend),
  }),
  write: ({ trigger, minimum_spend_minor }, major) => ({
    trigger: unless(trigger, 'any_purchase'),
    minimum_spend: major(minimum_spend_minor),
  }),
  check(file, rule, path, report) {
    const qualifying = rule.trigger === 'qualifying_purchase';
    if (qualifying && !('minimum_spend' in rule)) {
      report([...path, 'trigger'], 'needs a minimum_spend beside it');
    }
    if (!qualifying && 'minimum_spend' in rule) {
      report([...path, 'minimum_spend'], 'needs "trigger: qualifying_purchase" beside it', 'key');
    }
    checkAmount(file, rule.minimum_spend, [...path, 'minimum_spend'], report);
  },
});

/** The kinds of rule in the file, in the order of the schema. */
export const FILE_RULE_KINDS = {
  pageview: { is: 'visiting the store.', shape: PLAIN },
  join_program: { is: 'joining.', shape: PLAIN },
  birthday: { is: 'the day itself.', shape: PLAIN },
  newsletter_signup: { is: 'subscribing to emails.', shape: PLAIN },
  loyalty_pass_install: { is: 'adding the pass to a wallet.', shape: PLAIN },
  review: { is: 'reviewing a product.', shape: PLAIN },
  purchase: { is: 'an order, by its total without shipping.', shape: PURCHASE },
  retail_purchase: {
    is: 'an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.',
    shape: PURCHASE,
  },
  product_purchase: {
    is: 'an order, by its lines with one of certain products.',
    shape: PRODUCT_PURCHASE,
  },
  collection_purchase: {
    is: 'an order, by its lines with a product of certain collections.',
    shape: COLLECTION_PURCHASE,
  },
  custom: { is: 'an activity that the store reports under a name of its own.', shape: OWN_NAME },
  clickthrough: { is: 'opening a page.', shape: PAGE_TO_OPEN },
  social_like: { is: 'liking a page.', shape: PAGE_TO_LIKE },
  social_follow: { is: 'following a profile.', shape: PROFILE },
  social_mention: { is: 'mentioning it in a post.', shape: PROFILE },
  social_post_hashtag: { is: 'posting with a hashtag.', shape: HASHTAG },
  referral: { is: 'referring a friend who buys.', shape: FRIEND },
} satisfies { [K in RuleKind]: FileRuleKind<RuleProperties[K]> };

export type FileRule = {
  [K in RuleKind]: { kind: K } & Static<TObject<(typeof FILE_RULE_KINDS)[K]['shape']['keys']>>;
}[RuleKind];

/** The shape of a kind. Its functions take a rule of the same kind. */
export function shapeOf(kind: RuleKind): RuleShape<TProperties, RuleProperties[RuleKind]> {
  return FILE_RULE_KINDS[kind].shape;
}
