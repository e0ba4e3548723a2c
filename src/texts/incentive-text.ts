import type { Wording } from './wording.ts';

/**
 * "$5 off", "10% off orders of $25 or more": the incentive of a referred friend, with amounts as the reader sees them.
 */
export function incentiveText(discount: string, minimumSpend: string | null, wording: Wording): string {
  return minimumSpend === null
    ? wording.format('incentive_discount', { discount })
    : wording.format('incentive_discount_from', { discount, minimum: minimumSpend });
}

/** "Free shipping", "Free shipping up to $15": the incentive of a friend who gets free shipping. */
export function freeShippingText(most: string | null, wording: Wording): string {
  return most === null
    ? wording.format('incentive_free_shipping', {})
    : wording.format('incentive_free_shipping_up_to', { most });
}
