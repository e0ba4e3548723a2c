import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { insertNote } from '../customers/note-store.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { insertAdjustment } from '../ledger/adjustment-store.ts';
import { post } from '../ledger/post.ts';
import type { ReasonCode } from '../ledger/reason-codes.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface Adjusted {
  customer_id: number;
  adjustment_id: number;
}

interface Adjustment {
  program: Program;
  customer_id: number;
  points: number;
  /** For readers of the ledger, who may be the customer. */
  note: string | null;
  /** The reason that an operator chose. */
  reason_code?: ReasonCode;
  /** For colleagues of the operator: it is kept outside the ledger. */
  internal_note?: string;
  by: Actor;
}

/**
 * Adds points to an enrolled customer's balance or removes them, at once. `points` is a whole number other than 0. A
 * removal never takes the balance below zero.
 */
export async function adjustPoints(
  deps: Deps,
  input: Adjustment,
  hooks?: Hooks<Adjusted>,
): Promise<Adjusted> {
  const { program, by, reason_code, internal_note } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, input.customer_id);
    if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
    if (customer.enrolled_at === null)
      throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
    if (input.points < 0 && customer.points_approved + input.points < 0) {
      throw new DomainError('insufficient_points', `The customer has ${customer.points_approved} points.`);
    }
    const id = await insertAdjustment(tx, customer, input, at);
    await post(tx, program, customer, {
      source: { resource: 'adjustment', adjustment_id: id },
      approved: input.points,
      pending: 0,
      spent: 0,
      ...(input.note === null ? {} : { note: input.note }),
      at,
    });
    if (internal_note !== undefined) {
      const text = { text: internal_note, adjustment_id: id, by };
      await insertNote(tx, customer, text, deps.clock.real());
    }
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: input.points > 0 ? 'points.added' : 'points.removed',
      subject: { kind: 'customer', id: customer.id },
      details: { points: Math.abs(input.points), adjustment_id: id, ...(reason_code && { reason_code }) },
    });
    return { customer_id: customer.id, adjustment_id: id };
  });
}
