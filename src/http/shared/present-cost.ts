import { currencyDigits } from '../../domain/core/money.ts';
import type { RewardVariant } from '../../domain/programs/configuration.ts';
import { pointsPerAmountText, pointsText } from '../../texts/points.ts';
import type { StorefrontView } from './storefront-view.ts';

interface CostBody {
  cost:
    | { kind: 'fixed'; points: number }
    | { kind: 'variable'; unit: 'discount_amount'; points_per_unit: number };
  cost_text: string;
}

/** The cost of a claim. If the customer chooses the discount, it is the cost per unit of the view's currency. */
export function presentCost(view: StorefrontView, { cost }: RewardVariant): CostBody {
  if (cost.kind === 'fixed') {
    const { points } = cost;
    return { cost: { kind: 'fixed', points }, cost_text: pointsText(points, view.wording) };
  }
  const { points_per_unit } = cost;
  const unit = view.exactAmount(10 ** currencyDigits(view.program.currency));
  return {
    cost: {
      kind: 'variable',
      unit: 'discount_amount',
      points_per_unit: Number((points_per_unit / unit).toPrecision(12)),
    },
    cost_text: pointsPerAmountText(points_per_unit, unit, view.currency, view.wording),
  };
}
