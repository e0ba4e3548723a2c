import type { LocalizedText } from '../programs/program-settings.ts';
import type { RewardProperties } from '../programs/reward-definition.ts';
import type { ClaimTerms } from './claim-record.ts';

/** Stands in a reward's title for what the reward is worth, so that one title fits every currency and amount. */
export const TITLE_AMOUNT = '{amount}';

/** What a reward is worth: an amount in minor units of the program's currency, or a share of the price. */
export type Worth = { minor: number } | { percentage: number };

/** A discount, a balance, or the shipping that is free at most; null of what is worth none of these. */
export function worthOf(
  terms: RewardProperties | ClaimTerms,
): Worth | { from_minor: number; to_minor: number } | null {
  switch (terms.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
    case 'active_subscription_discount_voucher':
      return terms.discount.discount_type === 'fixed'
        ? { minor: terms.discount.amount_minor }
        : { percentage: terms.discount.percentage };
    case 'cart_variable_discount_voucher':
      return 'discount_minor' in terms
        ? { minor: terms.discount_minor }
        : { from_minor: terms.minimum_discount_minor, to_minor: terms.maximum_discount_minor };
    case 'product_discount_voucher':
      return { percentage: terms.percentage };
    case 'gift_card':
      return { minor: terms.initial_balance_minor };
    case 'free_shipping_voucher':
      return terms.max_shipping_minor === null ? null : { minor: terms.max_shipping_minor };
    case 'product_cart':
    case 'active_subscription_product':
    case 'custom':
      return null;
  }
}

/**
 * The title that a claim keeps: in one language, with what the claim is worth noted at the place where it
 * stands, for it is written as each reader has it: `{amount:500}` of 500 minor units, `{amount:10%}`.
 */
export function titleAsClaimed(
  title: LocalizedText,
  language: string | undefined,
  terms: ClaimTerms,
): string {
  const words = titleIn(title, language);
  const worth = worthOf(terms);
  if (worth === null || 'from_minor' in worth) return words;
  const noted = 'minor' in worth ? String(worth.minor) : `${worth.percentage}%`;
  return words.replaceAll(TITLE_AMOUNT, () => `{amount:${noted}}`);
}

const NOTED = /\{amount:([0-9.]+)(%?)\}/g;

/** What `titleAsClaimed` made: the reward's words, and what stands in them for the amount; null: nothing does. */
export function readClaimTitle(title: string): { words: string; worth: Worth | null } {
  if (!title.includes('{amount:')) return { words: title, worth: null };
  let worth: Worth | null = null;
  const words = title.replace(NOTED, (_, noted: string, percent: string) => {
    worth = percent ? { percentage: Number(noted) } : { minor: Number(noted) };
    return TITLE_AMOUNT;
  });
  return { words, worth };
}

function titleIn(title: LocalizedText, language: string | undefined): string {
  if (typeof title === 'string') return title;
  return (language !== undefined && title[language]) || (Object.values(title)[0] ?? '');
}
