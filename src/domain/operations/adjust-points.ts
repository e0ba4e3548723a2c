import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { NoteFile } from '../customers/note-file.ts';
import { insertNote } from '../customers/note-store.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { insertAdjustment } from '../ledger/adjustment-store.ts';
import { post } from '../ledger/post.ts';
import type { ReasonCode } from '../ledger/reason-codes.ts';
import { refusePointsAlone } from '../operators/refuse-alone.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface Adjusted {
  customer_id: number;
  adjustment_id: number;
}

interface Adjustment {
  points: number;
  /** For readers of the ledger, who may be the customer. */
  note: string | null;
  /** The reason that an operator chose. */
  reason_code?: ReasonCode;
  /** For colleagues of the operator: it is kept outside the ledger. */
  internal_note?: string;
  /** The file of that note. */
  file?: NoteFile | null;
  /** The author of that note; undefined: the actor of the adjustment. */
  note_by?: Actor;
  by: Actor;
}

/**
 * Adds points to an enrolled customer's balance or removes them, at once. `points` is a whole number other than 0. A
 * removal never takes the balance below zero. Throws approval_required for an operator who may not do it alone.
 */
export async function adjustPoints(
  deps: Deps,
  { program, customer_id, ...adjustment }: Adjustment & { program: Program; customer_id: number },
  hooks?: Hooks<Adjusted>,
): Promise<Adjusted> {
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, customer_id);
    const adjusted = await adjustLockedIn(tx, deps, program, customer, at, adjustment);
    // A refusal undoes the adjustment. It comes last, so that others wait as short as possible for the lock of the
    // operator's day.
    await refusePointsAlone(tx, deps, program, adjustment.by, adjustment.points);
    return adjusted;
  });
}

/** Adjusts the points of a locked customer, without asking whether the operator may do it alone. */
export async function adjustLockedIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  program: Program,
  customer: CustomerRow,
  at: number,
  { by, points, note, reason_code, internal_note, file = null, note_by = by }: Adjustment,
): Promise<Adjusted> {
  refuseImpossible(customer, points);
  const id = await insertAdjustment(tx, customer, { points, note, ...(reason_code && { reason_code }) }, at);
  await post(tx, program, customer, {
    source: { resource: 'adjustment', adjustment_id: id },
    approved: points,
    pending: 0,
    spent: 0,
    ...(note === null ? {} : { note }),
    at,
  });
  if (internal_note !== undefined) {
    const text = { text: internal_note, adjustment_id: id, file, by: note_by };
    await insertNote(tx, customer, text, deps.clock.real());
  }
  await recordAudit(tx, deps, {
    program_id: program.id,
    actor: by,
    action: points > 0 ? 'points.added' : 'points.removed',
    subject: { kind: 'customer', id: customer.id },
    details: { points: Math.abs(points), adjustment_id: id, ...(reason_code && { reason_code }) },
  });
  return { customer_id: customer.id, adjustment_id: id };
}

function refuseImpossible(customer: CustomerRow, points: number): void {
  if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
  if (customer.enrolled_at === null)
    throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
  if (points < 0 && customer.points_approved + points < 0) {
    const { points_approved } = customer;
    const details = { points_approved };
    throw new DomainError('insufficient_points', `The customer has ${points_approved} points.`, { details });
  }
}
