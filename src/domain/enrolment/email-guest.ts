import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findByEmail } from '../customers/store.ts';
import { processDueIn } from '../due/process-due-in.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { mergeIn } from './merge-in.ts';

/**
 * The guest that an order created with this email only, if it still has no other identity. When a customer with that
 * email and its own id arrives, the guest is merged into that customer.
 */
export async function findEmailGuest(
  db: Deps['db'] | Tx,
  programId: number,
  email: string | null | undefined,
): Promise<CustomerRow | undefined> {
  const owner = email ? await findByEmail(db, programId, email) : undefined;
  return owner && isEmailGuest(owner) ? owner : undefined;
}

/** Whether a locked customer is still such a guest. A blocked guest is not merged and stays blocked. */
export function isEmailGuest(customer: CustomerRow): boolean {
  const { named_by_email, enrolled_at, blocked_at, merged_into, erased_at } = customer;
  const isOther = enrolled_at !== null || blocked_at !== null || merged_into !== null || erased_at !== null;
  return named_by_email && !isOther;
}

/** Merges such a guest into the customer with the same email; both are locked. Returns the customer after the merge. */
export async function mergeEmailGuest(
  tx: Tx,
  deps: Deps,
  program: Program,
  guest: CustomerRow,
  customer: CustomerRow,
): Promise<CustomerRow> {
  const now = deps.clock.now(program);
  const into = await processDueIn(tx, deps, program, customer, now);
  const survivor = await mergeIn(tx, deps, program, await processDueIn(tx, deps, program, guest, now), into);
  await recordAudit(tx, deps, {
    program_id: program.id,
    actor: { kind: 'server' },
    action: 'customer.merged',
    subject: { kind: 'customer', id: guest.id },
    details: { into_id: survivor.id, points: 0 },
  });
  return survivor;
}
