import type { RewardVariant } from '../../domain/programs/configuration.ts';
import type {
  ClaimTerms,
  PropertiesOf,
  RewardKind,
  RewardProperties,
  TermsOf,
} from '../../domain/programs/reward-kinds.ts';
import type { IconName } from './icon.tsx';
import type { PageContext } from './page-context.ts';

/** Words on a reward. `language`: theirs if they are the program's; absent: the page's; null: not known. */
export interface Note {
  words: string;
  language?: string | null;
}

/** `amount`: the amount that the words are about. A description that names it makes them superfluous. */
interface Condition extends Note {
  amount?: string;
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
    conditions: ({ minimum_spend_minor, target_collections }, page) => [
      ...cartTotal(page, minimum_spend_minor),
      ...target_collections.map(({ restriction_text }) => ofProgram(page, restriction_text)),
    ],
    claimConditions: ({ minimum_spend_minor }, page) => cartTotal(page, minimum_spend_minor),
  },
  cart_variable_discount_voucher: {
    icon: 'ticket',
    conditions(properties, page) {
      const { minimum_discount_minor: least, maximum_discount_minor: most } = properties;
      const { say, view } = page;
      const [from, to] = [view.money(least).formatted, view.money(most).formatted];
      return [
        { words: say('page_discount_between', { from, to }) },
        ...cartTotal(page, leastCart(least, properties)),
      ];
    },
    claimConditions: (terms, page) => cartTotal(page, leastCart(terms.discount_minor, terms)),
  },
  free_shipping_voucher: {
    icon: 'truck',
    conditions({ max_shipping_minor: most }, { say, view }) {
      if (most === null) return [];
      const amount = view.money(most).formatted;
      return [{ words: say('page_shipping_up_to', { amount }), amount }];
    },
  },
  product_discount_voucher: { icon: 'percent' },
  collection_discount_voucher: {
    icon: 'percent',
    conditions: ({ minimum_spend_minor, collection: { title } }, page) => [
      ...cartTotal(page, minimum_spend_minor),
      ...(title === null ? [] : [ofProgram(page, title)]),
    ],
    claimConditions: ({ minimum_spend_minor }, page) => cartTotal(page, minimum_spend_minor),
  },
  product_cart: {
    icon: 'gift',
    conditions({ cart_requirements }, page) {
      const { minimum_cart_total_minor, minimum_line_item_count: count } = cart_requirements;
      return [
        ...cartTotal(page, minimum_cart_total_minor),
        ...(count === null ? [] : [{ words: page.say('page_cart_items', { count }) }]),
      ];
    },
    claimConditions: ({ cart_requirements }, page) =>
      cartTotal(page, cart_requirements.minimum_cart_total_minor),
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

/**
 * The carts and goods for which a reward is valid. `description`: as this reader sees it. Left out are an amount that it
 * names, and words of the program that stand in the title that this reader sees: one in another language tells them
 * nothing, and a description may name goods for which the reward is not valid.
 */
export function rewardConditions(
  page: PageContext,
  { properties }: { properties: RewardProperties },
  variant: Pick<RewardVariant, 'title'>,
  description: string | null,
): Note[] {
  const conditions = onPage(properties.kind).conditions?.(properties, page) ?? [];
  const title = page.view.text(variant.title);
  return conditions.filter(
    ({ amount, language, words }) =>
      !isNamed(amount, description) && (language === undefined || !hasWords(title, words)),
  );
}

/** The carts for which a claim is valid, on its own terms. */
export function claimConditions(page: PageContext, terms: ClaimTerms): Note[] {
  return onPage(terms.kind).claimConditions?.(terms, page) ?? [];
}

/** Whether a text has the amount, and not only as a part of a longer number: $25 is not in $250. */
function isNamed(amount: string | undefined, text: string | null): boolean {
  if (amount === undefined || text === null) return false;
  const at = text.indexOf(amount);
  if (at === -1) return false;
  return !/\d$/.test(text.slice(0, at)) && !/^[.,]?\d/.test(text.slice(at + amount.length));
}

/** Whether a text has the words in any case, and not only as a part of longer ones: Tea is not in teapot. */
function hasWords(text: string, words: string): boolean {
  const [whole, part] = [text.toLowerCase(), words.toLowerCase()];
  const at = whole.indexOf(part);
  if (at === -1) return false;
  return (
    !/[\p{L}\p{N}]$/u.test(whole.slice(0, at)) && !/^[\p{L}\p{M}\p{N}]/u.test(whole.slice(at + part.length))
  );
}

function ofProgram({ view }: PageContext, words: string): Condition {
  return { words, language: view.languageOf(words) };
}

function cartTotal({ say, view }: PageContext, minor: number | null): Condition[] {
  if (minor === null) return [];
  const amount = view.money(minor).formatted;
  return [{ words: say('page_cart_total', { amount }), amount }];
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
