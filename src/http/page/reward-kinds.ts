import type { TextPlaces } from '../../domain/claims/claim-title.ts';
import { minimumSpendOf } from '../../domain/claims/reward-kinds.ts';
import type {
  ClaimTerms,
  PropertiesOf,
  RewardKind,
  RewardProperties,
  TermsOf,
} from '../../domain/programs/reward-kinds.ts';
import type { AmountMeaning } from '../../texts/amounts-in-text.ts';
import type { IconName } from './icon.tsx';
import type { PageContext } from './page-context.ts';

/**
 * A text about a reward. `language`: the language of the program's words; absent: the words are the page's; null: the
 * language is not known.
 */
export interface Note {
  words: string;
  language?: string | null;
}

/** A condition of a reward. It is left out if a text of the reward says the same. */
export interface Condition extends Note {
  /** The placeholder for the amount in `words`. */
  place?: keyof TextPlaces | undefined;
  /** The amount in `words` as the page writes it, and its meaning. */
  amount?: string;
  meaning?: AmountMeaning;
}

interface RewardOnPage<P, T> {
  icon: IconName;
  /** The carts and goods for which a reward is valid; by default all. */
  conditions?(properties: P, page: PageContext): Condition[];
  /** The carts for which a claim is valid, on its own terms; by default all. */
  claimConditions?(terms: T, page: PageContext): Condition[];
}

/** The rewards of each kind on the page. */
const ON_PAGE = {
  gift_card: { icon: 'card' },
  cart_discount_voucher: {
    icon: 'ticket',
    conditions: (properties, page) => [
      ...cartTotal(page, properties.minimum_spend_minor, properties),
      ...properties.target_collections.map(({ restriction_text }) => ofProgram(page, restriction_text)),
    ],
    claimConditions: (terms, page) => cartTotal(page, terms.minimum_spend_minor, terms),
  },
  cart_variable_discount_voucher: {
    icon: 'ticket',
    conditions(properties, page) {
      const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
      const { say, view } = page;
      const [from, to] = [view.money(least).formatted, view.money(most).formatted];
      return [
        { words: say('page_discount_between', { from, to }), place: 'amount' },
        ...cartTotal(page, leastCart(least, properties), properties),
      ];
    },
    claimConditions: (terms, page) => cartTotal(page, leastCart(terms.discount_minor, terms), terms),
  },
  free_shipping_voucher: {
    icon: 'truck',
    conditions({ max_shipping_minor: most }, { say, view }) {
      if (most === null) return [];
      const amount = view.money(most).formatted;
      return [
        { words: say('page_shipping_up_to', { amount }), place: 'amount', amount, meaning: 'most_shipping' },
      ];
    },
  },
  product_discount_voucher: { icon: 'percent' },
  collection_discount_voucher: {
    icon: 'percent',
    conditions(properties, page) {
      const { title } = properties.collection;
      return [
        ...cartTotal(page, properties.minimum_spend_minor, properties),
        ...(title === null ? [] : [ofProgram(page, title)]),
      ];
    },
    claimConditions: (terms, page) => cartTotal(page, terms.minimum_spend_minor, terms),
  },
  product_cart: {
    icon: 'gift',
    conditions(properties, page) {
      const { minimum_cart_total_minor, minimum_line_item_count: count } = properties.cart_requirements;
      return [
        ...cartTotal(page, minimum_cart_total_minor, properties),
        ...(count === null ? [] : [{ words: page.say('page_cart_items', { count }) }]),
      ];
    },
    claimConditions: (terms, page) =>
      cartTotal(page, terms.cart_requirements.minimum_cart_total_minor, terms),
  },
  active_subscription_discount_voucher: { icon: 'percent' },
  active_subscription_product: { icon: 'box' },
  custom: { icon: 'spark' },
} satisfies { [K in RewardKind]: RewardOnPage<PropertiesOf<K>, TermsOf<K>> };

/** The functions of a kind take properties and terms of the same kind. */
function onPage(kind: RewardKind): RewardOnPage<RewardProperties, ClaimTerms> {
  return ON_PAGE[kind];
}

export function rewardIcon(kind: RewardKind): IconName {
  return onPage(kind).icon;
}

/** The carts and goods for which a reward is valid. */
export function conditionsOfReward(properties: RewardProperties, page: PageContext): Condition[] {
  return onPage(properties.kind).conditions?.(properties, page) ?? [];
}

/** The carts for which a claim is valid, on its own terms. */
export function conditionsOfClaim(terms: ClaimTerms, page: PageContext): Condition[] {
  return onPage(terms.kind).claimConditions?.(terms, page) ?? [];
}

function ofProgram({ view }: PageContext, words: string): Condition {
  return { words, language: view.languageOf(words) };
}

/** `minor`: the smallest cart. If it is the minimum spend, a text may say it with `{minimum_spend}`. null: any cart. */
function cartTotal(
  { say, view }: PageContext,
  minor: number | null,
  terms: RewardProperties | ClaimTerms,
): Condition[] {
  if (minor === null) return [];
  const amount = view.money(minor).formatted;
  const place = minimumSpendOf(terms)?.minor === minor ? 'minimum_spend' : undefined;
  return [{ words: say('page_cart_total', { amount }), place, amount, meaning: 'least_spend' }];
}

/** The smallest cart for a discount of at least so much, in minor units; null: any. */
function leastCart(
  discount: number,
  {
    minimum_spend_before_discount_minor: before,
    minimum_spend_after_discount_minor: after,
  }: {
    minimum_spend_before_discount_minor: number | null;
    minimum_spend_after_discount_minor: number | null;
  },
): number | null {
  if (before === null && after === null) return null;
  return Math.max(before ?? 0, after === null ? 0 : after + discount);
}
