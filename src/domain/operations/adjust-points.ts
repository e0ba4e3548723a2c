import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { lockAfterDue } from '../due/process-due-in.ts';
import { insertAdjustment } from '../ledger/adjustment-store.ts';
import { post } from '../ledger/post.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface Adjusted {
  customer_id: number;
  adjustment_id: number;
}

/**
 * Adds points to an enrolled customer's balance or removes them, at once, with a note for readers of the ledger.
 * `points` is a whole number other than 0. A removal never takes the balance below zero.
 */
export async function adjustPoints(
  deps: Deps,
  input: { program: Program; customer_id: number; points: number; note: string | null; by: Actor },
  hooks?: Hooks<Adjusted>,
): Promise<Adjusted> {
  const { program } = input;
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
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: input.by,
      action: input.points > 0 ? 'points.added' : 'points.removed',
      subject: { kind: 'customer', id: customer.id },
      details: { points: Math.abs(input.points), adjustment_id: id },
    });
    return { customer_id: customer.id, adjustment_id: id };
  });
}
