import type { Tx } from '../core/transaction.ts';
import type { Reward } from '../programs/configuration.ts';
import { takePooledCode } from './code-pool-store.ts';
import { productVariant } from './product-variant.ts';
import { givesVoucherCode } from './reward-kinds.ts';
import { putBackStock, takeStock } from './stock-store.ts';

/** The supplies that a claim takes: stock and a code. */
export interface ReservedInventory {
  /** The stock rows that it takes from, by variant id; '' is the reward's own stock. */
  stock_variant_ids: string[];
  /** From the reward's pool; null if its claims have no code, or each gets a new one. */
  pooled_code: string | null;
}

/**
 * Takes everything that a claim of the locked customer needs, or nothing: undefined if a stock holds less than
 * `quantity` or the pool of codes is empty. A claim has one code, whatever its quantity.
 */
export async function reserveInventory(
  tx: Tx,
  programId: number,
  reward: Reward,
  wanted: { variant_id: string | null; quantity: number },
  at: number,
): Promise<ReservedInventory | undefined> {
  const stock_variant_ids = stockVariants(reward, wanted.variant_id);
  const stock = { program_id: programId, reward_id: reward.id, variant_ids: stock_variant_ids };
  if (!(await takeStock(tx, stock, wanted.quantity))) return undefined;
  if (!drawsFromPool(reward)) return { stock_variant_ids, pooled_code: null };
  const pooled_code = await takePooledCode(tx, programId, reward.id, at);
  if (pooled_code !== undefined) return { stock_variant_ids, pooled_code };
  await putBackStock(tx, stock, wanted.quantity);
  return undefined;
}

/** Whether claims of a reward take their codes from those that the operator imported for it. */
export function drawsFromPool(reward: Pick<Reward, 'codes' | 'properties'>): boolean {
  return reward.codes.kind === 'pool' && givesVoucherCode(reward.properties);
}

/** The stock rows that a claim of this reward and variant takes from: the reward's own, the variant's, both or none. */
export function stockVariants(reward: Reward, variantId: string | null): string[] {
  const tracked = reward.stock === null ? [] : [''];
  const variant = variantId === null ? undefined : productVariant(reward, variantId);
  return variant && variant.inventory_count !== null ? [...tracked, variant.id] : tracked;
}
