import { sql } from 'kysely';
import { expect } from 'vitest';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

/**
 * Every counter is the sum of its transactions, every record has the transactions that it should have, and every reward
 * that was claimed is counted; in one program or in all.
 */
export async function expectLedgerBalanced(deps: Pick<Deps, 'db'>, program?: { id: number }): Promise<void> {
  expect((await verifyLedger(deps, program && { program_id: program.id })).drifts).toEqual([]);
  expect(await miscountedClaims(deps, program)).toEqual([]);
}

/** Rewards of which a customer's counter is not the number of its claims. */
async function miscountedClaims({ db }: Pick<Deps, 'db'>, program: { id: number } | undefined) {
  const { rows } = await sql`
    select program_id, customer_id, subject_id as reward_id, total, claims
      from (select program_id, customer_id, reward_id as subject_id, count(*) as claims from claimed_rewards
        where state not in ('void', 'declined') group by 1, 2, 3) claimed
      full join (select u.* from usage_counters u join program_entries e on e.program_id = u.program_id and e.id = u.subject_id
        where e.kind = 'reward') counted using (program_id, customer_id, subject_id)
      where coalesce(total, 0) <> coalesce(claims, 0) and program_id = coalesce(${program?.id}::bigint, program_id)`.execute(
    db,
  );
  return rows;
}
