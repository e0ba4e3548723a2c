import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { rehearse } from '../core/rehearse.ts';
import { retryOnStaleRead, StaleReadError } from '../core/stale-read.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { decodedAgain } from '../customers/find-customer.ts';
import { findNamedCustomer, type NamedCustomer } from '../customers/merge-store.ts';
import { processDueIn } from '../due/process-due-in.ts';
import { mergeIn } from '../enrolment/merge-in.ts';
import { lockOwner } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface MergeInput {
  program: Program;
  /** The merchant_id of the customer that is merged, from a path, decoded once. */
  merchant_id: string;
  /** The merchant_id of the survivor. */
  into: string;
  by: Actor;
}

export interface Merged {
  /** The id of the survivor. */
  customer_id: number;
  /** False if the two were one before: nothing was changed. */
  merged: boolean;
}

/**
 * Merges two customers into one. The survivor gets the balances of both, by new entries of the ledger, and all records
 * of the other: activities, claims, orders, referrals, places in limits. It gets the higher tier of the two, or the
 * tier that their facts give together. It keeps its own fields and gets the fields that it lacks from the other. From
 * then on the other's ids and email lead to the survivor. If a member is merged into a guest, the guest becomes a
 * member since the member's enrolment, without joining again. Throws invalid_request for a customer into itself,
 * not_found, and customer_blocked (for either of the two).
 */
export async function mergeCustomers(deps: Deps, input: MergeInput, hooks?: Hooks<Merged>): Promise<Merged> {
  return retryOnStaleRead(() =>
    runInTransaction(deps, hooks, async (tx) => {
      const { program, by } = input;
      const { from, into } = await findBoth(tx, input);
      if (from.survivor_id === into.survivor_id) return { customer_id: into.survivor_id, merged: false };
      const both = await lockBoth(tx, deps, program, [from.survivor_id, into.survivor_id]);
      const survivor = await mergeIn(tx, deps, program, both.from, both.into);
      await recordAudit(tx, deps, {
        program_id: program.id,
        actor: by,
        action: 'customer.merged',
        subject: { kind: 'customer', id: both.from.id },
        details: { into_id: survivor.id, points: both.from.points_approved },
      });
      return { customer_id: survivor.id, merged: true };
    }),
  );
}

export interface MergePreview {
  from: CustomerRow;
  into: CustomerRow;
  /** The survivor as a merge would leave it now. */
  survivor: CustomerRow;
}

/** The result of a merge now. Nothing of it stays. Throws what a merge throws; null: the two are one already. */
export async function previewMerge(deps: Deps, input: Omit<MergeInput, 'by'>): Promise<MergePreview | null> {
  return rehearse(deps, async (tx) => {
    const { from, into } = await findBoth(tx, input);
    if (from.survivor_id === into.survivor_id) return null;
    const both = await lockBoth(tx, deps, input.program, [from.survivor_id, into.survivor_id]);
    return { ...both, survivor: await mergeIn(tx, deps, input.program, both.from, both.into) };
  });
}

async function findBoth(tx: Tx, { program, merchant_id, into }: Omit<MergeInput, 'by'>) {
  const find = (merchantId: string) => findNamedCustomer(tx, program.id, platformKey(merchantId));
  const again = decodedAgain(merchant_id);
  const from = (await find(merchant_id)) ?? (again === undefined ? undefined : await find(again));
  const other: NamedCustomer | undefined = await find(into);
  if (!from || !other) throw new DomainError('not_found', 'There is no such customer.');
  if (from.id === other.id) {
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: { into: 'must be another customer' },
    });
  }
  return { from, into: other };
}

/** In ascending order of ids, and with the due work of each processed. */
async function lockBoth(tx: Tx, deps: Deps, program: Program, [fromId, intoId]: [number, number]) {
  const locked = new Map<number, CustomerRow>();
  for (const id of [fromId, intoId].sort((a, b) => a - b)) {
    const customer = await lockOwner(tx, program.id, id);
    if (customer.id !== id || customer.erased_at !== null) throw new StaleReadError();
    if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
    locked.set(id, customer);
  }
  const now = deps.clock.now(program);
  for (const [id, customer] of locked) locked.set(id, await processDueIn(tx, deps, program, customer, now));
  return { from: locked.get(fromId)!, into: locked.get(intoId)! };
}
