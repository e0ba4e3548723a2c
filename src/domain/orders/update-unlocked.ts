import { platformKey } from '../core/platform-key.ts';
import { advanceGuarded } from '../ledger/advance-fast-path.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { spendsInOneStatement } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { decideAdvance } from './decide-advance.ts';
import { purchaseRules } from './decide-order.ts';
import { exchangedState } from './exchange.ts';
import { readKnownOrder } from './known-order-store.ts';
import { furthest, isSameState, isUndone, stateOf } from './order-state.ts';
import { refuseImplausible } from './refuse-implausible.ts';
import { actorColumns } from './state-store.ts';
import type { OrderUpdate, UpdatedOrder } from './update-order-in.ts';

/**
 * Advances an order in one guarded statement, on the same decision as under the lock. undefined: the ordinary path must
 * decide. This is so for a correction, for an order that is undone or that concerns rows of others than its customer,
 * if its customer has due work, and for a state that gives a reward, completes a referral or raises the tier.
 */
export async function updateUnlocked(
  deps: Deps,
  { program, merchant_id, customer_email, state: given, correct, force = false, by }: OrderUpdate,
): Promise<UpdatedOrder | undefined> {
  if (correct || !spendsInOneStatement(program)) return undefined;
  const now = deps.clock.now(program);
  const snapshot = await readKnownOrder(deps.hot, program, {
    merchant_key: platformKey(merchant_id),
    email: customer_email,
    needs_lines: purchaseRules(program).some(givesReward),
    now,
  });
  if (!snapshot || snapshot.concerns_more || snapshot.member.erased_at !== null) return undefined;
  const { order, member: buyer } = snapshot;
  if (buyer.next_due_at !== null && buyer.next_due_at <= now) return undefined;
  const told = typeof given === 'function' ? given(order.currency ?? program.currency) : given;
  const known = stateOf(order);
  const next = furthest(known, exchangedState(program, order, told), order.total_minor);
  const updated = { order_id: order.order_id, customer_id: order.customer_id };
  if (isSameState(known, next)) return updated;
  if (isUndone(known) || isUndone(next)) return undefined;
  if (!force) refuseImplausible(next, order.total_minor, program.currency);
  const at = entryMoment(now, buyer);
  const advance = decideAdvance(program, snapshot, next, at);
  if (!advance) return undefined;
  const { cancelled: _, ...columns } = next;
  const { moves, entries, ...derived } = advance;
  const isWritten = await advanceGuarded(deps.hot, {
    program_id: program.id,
    customer_id: buyer.id,
    version: buyer.version,
    configuration_version: program.configuration_version,
    order: { id: order.order_id, ...columns, ...derived },
    report: { told, led_to: next, ...actorColumns(by) },
    moves,
    entries,
    at,
  });
  return isWritten ? updated : undefined;
}

function givesReward({ variants }: ReturnType<typeof purchaseRules>[number]): boolean {
  return [...variants.values()].some(({ enabled, result }) => enabled && result.kind === 'reward');
}
