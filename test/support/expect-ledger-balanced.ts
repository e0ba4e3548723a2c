import { expect } from 'vitest';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

/** The ledger adds up, in one program or in all. */
export async function expectLedgerBalanced(deps: Pick<Deps, 'db'>, program?: { id: number }): Promise<void> {
  expect((await verifyLedger(deps, program && { program_id: program.id })).drifts).toEqual([]);
}
