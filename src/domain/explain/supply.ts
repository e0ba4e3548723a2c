import { poolRemaining } from '../claims/code-pool-store.ts';
import { drawsFromPool, stockVariants } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import { holdsFewer, productVariantIds } from '../rewards/claim-conditions.ts';
import { loadStock } from '../storefront/load-claim.ts';

/** The supply of a reward. */
export interface Supply {
  pool_is_dry: boolean;
  /** The rest of each stock that a claim of the variant would take from; null: no variant. */
  stockFor(variantId: string | null): number[];
  /** The variants of a product whose own stock holds fewer than `quantity`. */
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
    variantsBelow: (quantity) =>
      (productVariantIds(reward) ?? []).filter((id) => holdsFewer(left(id), quantity)),
  };
}
