import type { ClaimRecord } from '../claims/claim-record.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { StockLevels } from './customer.ts';
import { stockLevels } from './load-customer.ts';
import type { StockTuple } from './statement.ts';

/** One claim and the rest of its reward's stock, read on the pool, or inside `tx` with its writes. Throws not_found. */
export async function loadClaim(
  deps: Pick<Deps, 'db'>,
  program: Program,
  claimId: number,
  tx?: Tx,
): Promise<{ claim: ClaimRecord; stock: StockLevels }> {
  const db = tx ?? deps.db;
  const claim = await db
    .selectFrom('claimed_rewards')
    .selectAll()
    .where('program_id', '=', program.id)
    .where('id', '=', claimId)
    .executeTakeFirst();
  if (!claim) throw new DomainError('not_found', 'There is no such claimed reward.');
  return { claim: claim as ClaimRecord, stock: await loadStock({ db }, program, claim.reward_id) };
}

/** The rest of one reward's counted stock, or of every reward's. */
export async function loadStock(
  deps: Pick<Deps, 'db'>,
  program: Program,
  rewardId?: number,
): Promise<StockLevels> {
  const rows = await deps.db
    .selectFrom('reward_stock')
    .select(['reward_id', 'variant_id', 'remaining'])
    .where('program_id', '=', program.id)
    .$if(rewardId !== undefined, (query) => query.where('reward_id', '=', rewardId!))
    .execute();
  return stockLevels(rows.map((row): StockTuple => [row.reward_id, row.variant_id, row.remaining]));
}
