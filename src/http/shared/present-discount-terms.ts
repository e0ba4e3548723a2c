import { toDecimal } from '../../domain/core/money.ts';
import type { RewardProperties } from '../../domain/programs/reward-kinds.ts';
import type { DiscountTerms } from './reward-definition-schema.ts';
import { rewardInBackEnds } from './reward-kinds.ts';

/** The values for a reward without a discount. */
const NOTHING: Omit<DiscountTerms, 'method'> = {
  discount_type: 'custom',
  discount_amount: 0,
  minimum_spend: 0,
  min_redemption_amount: 0,
  max_redemption_amount: 0,
  max_free_shipping: null,
  order_type: 'all',
  target_type: 'all',
  target_collections: [],
  recurring_cycle_limit: 0,
};

/**
 * The discount of a reward, the goods it applies to, and its conditions for orders; amounts as decimals of `currency`.
 */
export function presentDiscountTerms(properties: RewardProperties, currency: string): DiscountTerms {
  const decimal = (minor: number | null) => toDecimal(minor ?? 0, currency);
  return { ...NOTHING, ...rewardInBackEnds(properties.kind).discountTerms(properties, decimal) };
}
