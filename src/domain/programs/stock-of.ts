import type { RewardDefinition } from './reward-definition.ts';
import { hasVariants } from './reward-kinds.ts';

/** The stock of a reward by variant id; '' for the reward as a whole. */
export function stockOf(reward: RewardDefinition): ReadonlyMap<string, number> {
  const stock = new Map<string, number>();
  if (reward.stock !== null) stock.set('', reward.stock);
  const { properties } = reward;
  if (hasVariants(properties)) {
    for (const variant of properties.product.variants) {
      if (variant.inventory_count !== null) stock.set(variant.id, variant.inventory_count);
    }
  }
  return stock;
}
