import { listDryPools } from '../claims/code-pool-store.ts';
import { drawsFromPool, stockVariants } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import { holdsFewer, productVariantIds } from '../rewards/claim-conditions.ts';
import type { StockLevels } from '../storefront/customer.ts';
import { loadStock } from '../storefront/load-claim.ts';

/** The supply of a reward. */
export interface Supply {
  pool_is_dry: boolean;
  /** The rest of each stock from which a claim of the variant takes; null: no variant. */
  stockFor(variantId: string | null): number[];
  /** The variants of a product whose own stock has fewer than `quantity`. */
  variantsBelow(quantity: number): string[];
}

/** Reads the supplies of a program's rewards in two statements, for any number of rewards. */
export async function readSupplies(
  tx: Tx,
  program: Program,
  rewards: readonly Reward[],
): Promise<(reward: Reward) => Supply> {
  const only = rewards.length === 1 ? rewards[0]!.id : undefined;
  const stock = await loadStock({ db: tx }, program, only);
  const pooled = rewards.filter(drawsFromPool).map(({ id }) => id);
  const dry = await listDryPools(tx, program.id, pooled);
  return (reward) => supplyOf(reward, stock, dry.has(reward.id));
}

function supplyOf(reward: Reward, stock: StockLevels, poolIsDry: boolean): Supply {
  const left = (id: string) => stock.remaining(reward.id, id);
  return {
    pool_is_dry: poolIsDry,
    stockFor: (variantId) =>
      stockVariants(reward, variantId)
        .map(left)
        .filter((remaining) => remaining !== null),
    variantsBelow: (quantity) =>
      (productVariantIds(reward) ?? []).filter((id) => holdsFewer(left(id), quantity)),
  };
}
