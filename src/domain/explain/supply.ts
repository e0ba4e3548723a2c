import { poolRemaining } from '../claims/code-pool-store.ts';
import { drawsFromPool, stockVariants } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import { loadStock } from '../storefront/load-claim.ts';

/** What there is of a reward for all. */
export interface Supply {
  pool_is_dry: boolean;
  /** What is left of each stock that a claim of the variant would take from; null: of no variant. */
  stockFor(variantId: string | null): number[];
  /** Those of a product's variants whose own stock holds fewer than `quantity`. */
  variantsBelow(quantity: number): string[];
}

export async function readSupply(tx: Tx, program: Program, reward: Reward): Promise<Supply> {
  const stock = await loadStock({ db: tx }, program, reward.id);
  const pool_is_dry = drawsFromPool(reward) && (await poolRemaining(tx, program.id, reward.id, 1)) === 0;
  const left = (id: string) => stock.remaining(reward.id, id);
  return {
    pool_is_dry,
    stockFor: (variantId) =>
      stockVariants(reward, variantId)
        .map(left)
        .filter((remaining) => remaining !== null),
    variantsBelow: (quantity) => productVariantIds(reward).filter((id) => (left(id) ?? quantity) < quantity),
  };
}

/** The variants of a product reward; none of other kinds. */
export function productVariantIds({ properties }: Reward): string[] {
  return properties.kind === 'product_cart' || properties.kind === 'active_subscription_product'
    ? properties.product.variants.map(({ id }) => id)
    : [];
}
