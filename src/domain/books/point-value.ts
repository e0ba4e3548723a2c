import { currencyDigits } from '../core/money.ts';
import { sum } from '../core/sum.ts';
import type { RewardDefinition } from '../programs/reward-definition.ts';
import { leavesAmountOpen } from '../programs/reward-kinds.ts';

/** The points for which a reward was redeemed. */
export interface RedeemedPoints {
  reward: Pick<RewardDefinition, 'cost' | 'properties'>;
  points: number;
}

/**
 * The value of a point, in minor units of the program's currency: the face value that one point buys, over all rewards
 * of known face value, weighted by the points that customers paid for them. null: no such reward was redeemed.
 */
export function derivedPointValue(currency: string, redeemed: readonly RedeemedPoints[]): number | null {
  const known = redeemed.flatMap(({ reward, points }) => {
    const value = faceValuePerPoint(currency, reward);
    return value === null || points <= 0 ? [] : [{ value, points }];
  });
  const points = sum(known.map((one) => one.points));
  return points === 0 ? null : sum(known.map((one) => one.value * one.points)) / points;
}

/**
 * The face value of a reward per point, in minor units; null: the value is not known (a product, a percentage, free).
 */
function faceValuePerPoint(currency: string, { cost, properties }: RedeemedPoints['reward']): number | null {
  if (cost.kind === 'variable')
    return leavesAmountOpen(properties) ? 10 ** currencyDigits(currency) / cost.points_per_unit : null;
  const face = faceValue(properties);
  return face === null || cost.points === 0 ? null : face / cost.points;
}

function faceValue(properties: RewardDefinition['properties']): number | null {
  if ('initial_balance_minor' in properties) return properties.initial_balance_minor;
  if ('max_shipping_minor' in properties) return properties.max_shipping_minor;
  if ('discount' in properties && properties.discount.discount_type === 'fixed')
    return properties.discount.amount_minor;
  return null;
}
