import type { Deps } from '../../deps.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../errors.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import { randomCode } from '../random-code.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { runInTransaction, type Tx } from '../transaction.ts';
import { lockEvents } from '../webhooks/event-store.ts';
import {
  deleteTraces,
  emptyCustomer,
  emptyDeliveries,
  emptyRecords,
  emptyReferrals,
  listMerged,
} from './erase-store.ts';
import { findCustomerByMerchantId } from './find-customer.ts';

/**
 * Deletes a customer's personal data, and that of all who were merged into it. Its books stay as they are and go
 * on: what is pending is approved, an order of it is refunded. Nobody finds it by its names any more, which may
 * come again as a new customer's. `merchant_id` is of a path, decoded once. Refuses with not_found.
 */
export async function eraseCustomer(
  deps: Deps,
  input: { program: Program; merchant_id: string; by: Actor },
): Promise<void> {
  const { program } = input;
  await runInTransaction(deps, undefined, async (tx) => {
    const found = await findCustomerByMerchantId(tx, program.id, input.merchant_id);
    if (!found) throw new DomainError('not_found', 'There is no such customer.');
    const customer = await lockCustomer(tx, program.id, found.id);
    const merged = await eraseIn(tx, deps, customer, entryMoment(deps.clock.now(program), customer));
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: input.by,
      action: 'customer.erased',
      subject: { kind: 'customer', id: customer.id },
      details: merged.length === 0 ? {} : { merged_ids: merged },
    });
  });
}

/** The same of the locked customer, inside a transaction; returns the ids of those that were merged into it. */
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

/** The same of several locked customers of a program, into whom nobody else was merged. */
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
  // After all that writes events of its own, and after whoever puts events into words at this moment.
  await lockEvents(tx, programId);
  await deleteTraces(tx, programId, ids);
  await emptyDeliveries(tx, programId, ids, deps.clock.real());
}
