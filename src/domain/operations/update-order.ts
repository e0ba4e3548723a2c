import { DomainError } from '../core/errors.ts';
import { retryOnStaleRead } from '../core/stale-read.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { correctOrderIn } from '../orders/correct-order.ts';
import { exchangedContents, exchangedState } from '../orders/exchange.ts';
import { reportedEdits } from '../orders/state-store.ts';
import { findOrderInPath } from '../orders/store.ts';
import { type OrderUpdate, type UpdatedOrder, updateOrderIn } from '../orders/update-order-in.ts';
import { updateUnlocked } from '../orders/update-unlocked.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * Advances an order to the reported state, with its consequences. When it is paid, its points begin their approval
 * period, its rewards are given and it completes a referral. A partial refund takes points back in proportion. A whole
 * refund or a cancellation undoes it for good. States may come late, twice and in any order. Throws not_found and
 * implausible_amount.
 *
 * Without hooks a state that concerns nobody but the order's customer is one unlocked read, a pure decision and one
 * guarded statement (`updateUnlocked`). Otherwise the customers are locked, and it is decided again.
 */
export async function updateOrder(
  deps: Deps,
  update: OrderUpdate,
  hooks?: Hooks<UpdatedOrder>,
): Promise<UpdatedOrder> {
  const { program, merchant_id } = update;
  if (!hooks) {
    const written = await updateUnlocked(deps, update);
    if (written) return written;
  }
  return retryOnStaleRead(() =>
    runInTransaction(deps, hooks, async (tx) => {
      const order = await findOrderInPath(tx, program.id, merchant_id);
      if (!order) throw new DomainError('not_found', 'There is no such order.');
      const { state, correct } = update;
      const currency = order.currency ?? program.currency;
      const told = typeof state === 'function' ? state(currency) : state;
      if (correct) {
        const edits = typeof correct === 'function' ? correct(currency) : correct;
        return correctOrderIn(tx, deps, order, {
          ...update,
          told,
          state: exchangedState(program, order, told),
          contents: exchangedContents(program, order, edits),
          told_contents: reportedEdits(edits),
        });
      }
      return updateOrderIn(tx, deps, order, { ...update, told, state: exchangedState(program, order, told) });
    }),
  );
}
