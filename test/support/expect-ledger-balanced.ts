import { expect } from 'vitest';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

/**
 * Every counter is the sum of its transactions, and every record has the transactions that it should have; in one
 * program or in all.
 */
export async function expectLedgerBalanced(deps: Pick<Deps, 'db'>, program?: { id: number }): Promise<void> {
  expect((await verifyLedger(deps, program && { program_id: program.id })).drifts).toEqual([]);
}
