import { lockInProgram } from '../core/program-lock-store.ts';
import { randomCode } from '../core/random-code.ts';
import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import type { CustomerRow } from './customer-row.ts';
import {
  deleteTraces,
  emptyCustomer,
  emptyDeliveries,
  emptyRecords,
  emptyReferrals,
  listMerged,
} from './erase-store.ts';

/** Deletes the personal data of the locked customer and of all customers merged into it; returns their ids. */
export async function eraseIn(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  customer: CustomerRow,
  at: number,
): Promise<number[]> {
  const merged = await listMerged(tx, customer);
  await eraseAllIn(tx, deps, customer.program_id, [customer, ...merged], at);
  return merged.map(({ id }) => id);
}

/** Deletes the personal data of several locked customers of a program. No customer was merged into any of them. */
export async function eraseAllIn(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  programId: number,
  customers: readonly CustomerRow[],
  at: number,
): Promise<void> {
  for (const one of customers) await emptyCustomer(tx, one, randomCode(deps.random, 12), at);
  const ids = customers.map(({ id }) => id);
  const emails = customers.flatMap(({ email }) => email ?? []);
  await emptyRecords(tx, programId, ids, at);
  await emptyReferrals(tx, programId, ids, emails);
  // This comes after every step that writes events, and waits for other transactions that are rendering events.
  await lockInProgram(tx, 'events', programId);
  await deleteTraces(tx, programId, ids);
  await emptyDeliveries(tx, programId, ids, deps.clock.real());
}
