import {
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import {
  type KindCompletedBy,
  RULE_KINDS,
  type RuleKind,
  type RuleProperties,
  type RuleTerms,
} from '../../domain/programs/rule-kinds.ts';
import { StringEnum } from '../schema-helpers.ts';

interface ShownProperties<K extends RuleKind> {
  /** The properties that a storefront needs. The requirements for an order are not shown. */
  properties: { [Name in keyof RuleProperties[K]]?: TSchema };
}

interface CompletedByCustomer {
  /** The occasion on which a storefront reports that the customer completed the rule. */
  occasion: string;
}

type RuleBody<K extends RuleKind> = ShownProperties<K> &
  (K extends KindCompletedBy<'customer'> ? CompletedByCustomer : { occasion?: undefined });

const PLAIN = { properties: {} };
const network = Type.String({ description: 'The social network.' });

/** The rules of each kind in requests and answers. */
const BODIES = {
  birthday: PLAIN,
  loyalty_pass_install: PLAIN,
  collection_purchase: PLAIN,
  newsletter_signup: PLAIN,
  pageview: PLAIN,
  product_purchase: PLAIN,
  purchase: PLAIN,
  join_program: PLAIN,
  review: PLAIN,
  custom: {
    properties: { name: Type.String({ description: 'The name that activities for this rule have.' }) },
    occasion: 'Call it when the customer has done the action of the rule.',
  },
  social_like: {
    properties: {
      social_like_url: Type.String({ description: 'The address of the page or profile to like.' }),
    },
    occasion:
      "Call it when the customer has liked the page of the rule's `social_like_url`, or has shown the intent to.",
  },
  social_follow: {
    properties: { social_handle: Type.String({ description: 'The profile to follow.' }), network },
    occasion:
      "Call it when the customer has followed the profile in the rule's `social_handle`, or has shown the intent to.",
  },
  social_mention: {
    properties: { social_handle: Type.String({ description: 'The profile to mention.' }), network },
  },
  social_post_hashtag: {
    properties: { hashtag: Type.String({ description: 'The hashtag to post with.' }), network },
  },
  referral: {
    properties: {
      trigger: StringEnum(['any_purchase', 'qualifying_purchase'], {
        description: 'The purchase of a friend that completes the rule.',
      }),
    },
  },
  clickthrough: {
    properties: { destination_url: Type.String({ description: 'The address that the link leads to.' }) },
    occasion: "Call it when the customer opens the rule's `destination_url`.",
  },
  retail_purchase: PLAIN,
} satisfies { [K in RuleKind]: RuleBody<K> };

/** The kind in the form for names of schemas: SocialLike. */
export function nameOfKind(kind: string): string {
  return kind.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
}

/** The kinds that a storefront completes, and their occasions. Other events complete the other kinds. */
export const COMPLETABLE_KINDS = RULE_KINDS.flatMap((kind) => {
  const { occasion }: RuleBody<RuleKind> = BODIES[kind];
  return occasion === undefined ? [] : [{ kind, occasion }];
});

type RuleUnion<F extends TProperties> = TUnion<
  {
    [K in RuleKind]: TObject<
      F & { kind: TLiteral<K>; properties: TObject<(typeof BODIES)[K]['properties']> }
    >;
  }[RuleKind][]
>;

/**
 * A union with one schema for each kind of rule, told apart by `kind`. Each has its own title, the properties of the
 * kind, and `fields`, which all kinds have here.
 */
export function ruleUnion<F extends TProperties>(name: string, fields: F): RuleUnion<F> {
  const shapes = RULE_KINDS.map((kind) =>
    Type.Object(
      { ...fields, kind: Type.Literal(kind), properties: Type.Object(BODIES[kind].properties) },
      { title: `${name}${nameOfKind(kind)}Rule` },
    ),
  );
  return Type.Union(shapes, { title: `${name}Rule` }) as unknown as RuleUnion<F>;
}

type RuleTermsBody = {
  [K in RuleKind]: { kind: K; properties: TObject<(typeof BODIES)[K]['properties']>['static'] };
}[RuleKind];

const SHOWN = new Map(RULE_KINDS.map((kind) => [kind, Object.keys(BODIES[kind].properties)]));

/** A rule's kind, and the properties that a storefront needs. */
export function presentRuleTerms({ kind, properties }: RuleTerms): RuleTermsBody {
  const held = properties as Readonly<Record<string, unknown>>;
  const shown = Object.fromEntries(SHOWN.get(kind)!.map((name) => [name, held[name]]));
  return { kind, properties: shown } as RuleTermsBody;
}
