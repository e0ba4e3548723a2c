import { expect } from 'vitest';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

/** Every counter is the sum of its transactions, and every record has those that it should. */
export async function expectLedgerBalanced(deps: Pick<Deps, 'db'>): Promise<void> {
  expect((await verifyLedger(deps)).drifts).toEqual([]);
}
