import { expect } from 'vitest';
import { driftsOf, verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

/**
 * The ledgers of a few customers add up, with those of customers merged into them. It costs the same however many the
 * program has by now; their ids are close together.
 */
export async function expectCustomersBalanced(
  { db }: Pick<Deps, 'db'>,
  program: { id: number },
  ids: readonly number[],
): Promise<void> {
  const span = { from: Math.min(...ids), to: Math.max(...ids), customers: ids.length };
  const step = { first_program: program.id, last_program: program.id, ...span };
  expect(await db.transaction().execute((tx) => driftsOf(tx, step))).toEqual([]);
}

/** The ledger adds up, in one program or in all. */
export async function expectLedgerBalanced(deps: Pick<Deps, 'db'>, program?: { id: number }): Promise<void> {
  expect((await verifyLedger(deps, program && { program_id: program.id })).drifts).toEqual([]);
}
