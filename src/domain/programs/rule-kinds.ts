import { platformKey } from '../core/platform-key.ts';
import type { Channel } from './program-settings.ts';

type NoProperties = Record<never, never>;

/** The particulars of a rule, by its kind. */
export interface RuleProperties {
  birthday: NoProperties;
  loyalty_pass_install: NoProperties;
  collection_purchase: { collection_ids: string[] };
  newsletter_signup: NoProperties;
  pageview: NoProperties;
  product_purchase: { product_ids: string[] };
  purchase: NoProperties;
  join_program: NoProperties;
  review: NoProperties;
  custom: { name: string };
  social_like: { social_like_url: string };
  social_follow: { social_handle: string; network: string };
  social_mention: { social_handle: string; network: string };
  social_post_hashtag: { hashtag: string; network: string };
  referral: { trigger: 'any_purchase' | 'qualifying_purchase'; minimum_spend_minor: number | null };
  clickthrough: { destination_url: string };
  retail_purchase: NoProperties;
}

export type RuleKind = keyof RuleProperties;

export type RuleTerms<K extends RuleKind = RuleKind> = {
  [Kind in K]: { kind: Kind; properties: RuleProperties[Kind] };
}[K];

/**
 * The cause that completes a rule. `order`: an order, by the part of it that the kind counts. `friend`: the first order
 * of a referred friend. `customer`: an action of the customer in the storefront or on the loyalty page. `report`: a
 * back end reports an activity. The other causes are moments that the server itself detects.
 */
export type CompletionCause =
  | 'order'
  | 'friend'
  | 'page_view'
  | 'joining'
  | 'email_consent'
  | 'start_of_birthday'
  | 'customer'
  | 'report';

/** The properties of an order's line that a rule reads. */
interface OrderedLine {
  product_id: string;
  collection_ids: readonly string[];
}

/**
 * The part of an order that a kind counts: the total, or the lines that the rule names. If a kind has its own channel,
 * kinds that count the total of any channel leave out the orders of that channel.
 */
type CountedPart<P> =
  | { of: 'total'; channel: Channel | null }
  | { of: 'lines'; isNamedBy(properties: P): (line: OrderedLine) => boolean };

/** The differences between kinds. The functions take the properties of a rule of the same kind. */
type RuleTraits<P> = (
  | { completed_by: 'order'; counts: CountedPart<P> }
  | { completed_by: Exclude<CompletionCause, 'order'>; counts?: undefined }
) & {
  /** The name of the rule in activities; by default the kind, after a $. */
  nameOf?(properties: P): string;
  /** The values that the title of the kind may contain. */
  titleValuesOf?(properties: P): Record<string, string>;
};

/** The name of joining in activities. */
export const SIGN_UP = '$signup';

const REPORTED = { completed_by: 'report' } as const;

const profileTitle = ({ social_handle: handle, network }: RuleProperties['social_follow']) => ({
  handle,
  network,
});

const TRAITS = {
  birthday: { completed_by: 'start_of_birthday' },
  loyalty_pass_install: REPORTED,
  collection_purchase: {
    completed_by: 'order',
    counts: {
      of: 'lines',
      isNamedBy({ collection_ids }) {
        const collections = new Set(collection_ids.map(platformKey));
        const isNamed = (id: string) => collections.has(platformKey(id));
        return (line) => line.collection_ids.some(isNamed);
      },
    },
  },
  newsletter_signup: { completed_by: 'email_consent' },
  pageview: { completed_by: 'page_view' },
  product_purchase: {
    completed_by: 'order',
    counts: {
      of: 'lines',
      isNamedBy({ product_ids }) {
        const products = new Set(product_ids.map(platformKey));
        return (line) => products.has(platformKey(line.product_id));
      },
    },
  },
  purchase: { completed_by: 'order', counts: { of: 'total', channel: null } },
  join_program: { completed_by: 'joining', nameOf: () => SIGN_UP },
  review: REPORTED,
  custom: {
    completed_by: 'customer',
    nameOf: ({ name }) => name,
    titleValuesOf: ({ name }) => ({ name }),
  },
  social_like: { completed_by: 'customer' },
  social_follow: { completed_by: 'customer', titleValuesOf: profileTitle },
  social_mention: { completed_by: 'report', titleValuesOf: profileTitle },
  social_post_hashtag: {
    completed_by: 'report',
    titleValuesOf: ({ hashtag, network }) => ({
      hashtag: hashtag.startsWith('#') ? hashtag : `#${hashtag}`,
      network,
    }),
  },
  referral: { completed_by: 'friend' },
  clickthrough: { completed_by: 'customer' },
  retail_purchase: { completed_by: 'order', counts: { of: 'total', channel: 'pos' } },
} as const satisfies { [K in RuleKind]: RuleTraits<RuleProperties[K]> };

export const RULE_KINDS = Object.keys(TRAITS) as readonly RuleKind[];

export type KindCompletedBy<C extends CompletionCause> = {
  [K in RuleKind]: (typeof TRAITS)[K]['completed_by'] extends C ? K : never;
}[RuleKind];

/** The kinds whose points may depend on the amount of an order. */
export const PURCHASE_KINDS = RULE_KINDS.filter(
  (kind): kind is KindCompletedBy<'order'> => TRAITS[kind].completed_by === 'order',
);

/** The values of a kind's title; empty if the title contains none. */
export type TitleValues<K extends RuleKind> = (typeof TRAITS)[K] extends {
  titleValuesOf(properties: never): infer Values;
}
  ? Values
  : NoProperties;

export function isCompletedBy<R extends { kind: RuleKind }, C extends CompletionCause>(
  rule: R,
  cause: C,
): rule is Extract<R, { kind: KindCompletedBy<C> }> {
  return TRAITS[rule.kind].completed_by === cause;
}

/** The part of an order that rules of a kind count; undefined: orders do not complete them. */
export function countedPartOf(kind: RuleKind): CountedPart<RuleProperties[RuleKind]> | undefined {
  return traitsOf(kind).counts;
}

/** The name of a rule in activities: a custom rule's own, otherwise a built-in one. */
export function ruleName({ kind, properties }: RuleTerms): string {
  return traitsOf(kind).nameOf?.(properties) ?? `$${kind}`;
}

export function titleValuesOf({ kind, properties }: RuleTerms): TitleValues<RuleKind> {
  return traitsOf(kind).titleValuesOf?.(properties) ?? {};
}

function traitsOf(kind: RuleKind): RuleTraits<RuleProperties[RuleKind]> {
  return TRAITS[kind];
}
