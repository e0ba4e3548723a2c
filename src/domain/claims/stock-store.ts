import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { ClaimRecord } from './claim-record.ts';

/** Some of a reward's stock rows, by variant id. */
interface Stocks {
  program_id: number;
  reward_id: number;
  variant_ids: string[];
}

/**
 * Takes `quantity` from each of a reward's tracked stocks. Returns false and takes nothing if one of them holds less.
 */
export async function takeStock(tx: Tx, stocks: Stocks, quantity: number): Promise<boolean> {
  if (stocks.variant_ids.length === 0) return true;
  const levels = await tx
    .selectFrom('reward_stock')
    .select('remaining')
    .where('program_id', '=', stocks.program_id)
    .where('reward_id', '=', stocks.reward_id)
    .where('variant_id', 'in', stocks.variant_ids)
    .where('remaining', '>=', quantity)
    .orderBy('variant_id')
    .forUpdate()
    .execute();
  if (levels.length < stocks.variant_ids.length) return false;
  await ofStocks(tx, stocks)
    .set((eb) => ({ remaining: eb('remaining', '-', quantity) }))
    .execute();
  return true;
}

/**
 * Puts `quantity` back into each of these stocks that is still tracked. If a stock is overdrawn, this first reduces the
 * overdraft.
 */
export async function putBackStock(tx: Tx, stocks: Stocks, quantity: number): Promise<void> {
  if (stocks.variant_ids.length === 0) return;
  await ofStocks(tx, stocks)
    .set({
      remaining: sql<number>`remaining + greatest(0, ${quantity}::int - overdrawn)`,
      overdrawn: sql<number>`greatest(0, overdrawn - ${quantity}::int)`,
    })
    .execute();
}

function ofStocks(tx: Tx, stocks: Stocks) {
  return tx
    .updateTable('reward_stock')
    .where('program_id', '=', stocks.program_id)
    .where('reward_id', '=', stocks.reward_id)
    .where('variant_id', 'in', stocks.variant_ids);
}

/**
 * Puts back the stock that a claim took. A claim older than the record of its stocks gives to every stock that a claim
 * of its kind takes from.
 */
export async function returnStock(tx: Tx, claim: ClaimRecord): Promise<void> {
  const { program_id, reward_id, variant_id } = claim;
  const variant_ids = claim.stock_variant_ids ?? (variant_id === null ? [''] : ['', variant_id]);
  await putBackStock(tx, { program_id, reward_id, variant_ids }, claim.quantity);
}
