import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { rewardDefinition } from './factories.ts';

/** $5 off a cart for 500 points, its codes generated. */
export function voucherDefinition(rest: Partial<RewardDefinition> = {}): RewardDefinition {
  return rewardDefinition({
    title: { en: '$5 off', de: '5 $ Rabatt' },
    properties: {
      kind: 'cart_discount_voucher',
      discount: { discount_type: 'fixed', amount_minor: 500 },
      applies_to_order_type: 'all',
      recurring_cycle_limit: null,
      supports_active_subscriptions: false,
      minimum_spend_minor: null,
      target_collections: [],
    },
    ...rest,
  });
}
