import type { Actor } from '../audit/actor.ts';
import { lockOrderName } from '../core/program-lock-store.ts';
import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { advanceOrder } from './advance-order.ts';
import { lockParties } from './lock-parties.ts';
import type { OrderContents, OrderRow } from './order.ts';
import { furthest, isSameState, isUndone, type OrderState, stateOf } from './order-state.ts';
import { refuseImplausible } from './refuse-implausible.ts';
import { findOrder, updateState } from './store.ts';
import { undoOrder } from './undo-order.ts';

export interface OrderUpdate {
  program: Program;
  /** As the path names it, decoded once. */
  merchant_id: string;
  /** The email that the update names. */
  customer_email: string | null;
  /** In the order's currency. A function gets that currency; it may throw. */
  state: OrderState | ((currency: string) => OrderState);
  /**
   * The order becomes as the update says, even if that takes something back. Contents that are given replace the
   * recorded ones, in the order's currency. A function gets that currency; it may throw. Absent: the order only
   * advances.
   */
  correct?: Partial<OrderContents> | ((currency: string) => Partial<OrderContents>);
  /** Accepts implausible amounts too. */
  force?: boolean;
  /** The actor that sends the update. */
  by: Actor;
}

/** An update in the program's currency, beside the report. */
export interface ExchangedUpdate extends Omit<OrderUpdate, 'merchant_id' | 'state' | 'correct'> {
  state: OrderState;
  told: OrderState;
}

export interface UpdatedOrder {
  order_id: number;
  customer_id: number;
}

/** Does the work of `updateOrder` inside a transaction that has locked nobody yet, for an order that was read there. */
export async function updateOrderIn(
  tx: Tx,
  deps: Deps,
  found: OrderRow,
  { program, state, told, customer_email: email, force = false, by }: ExchangedUpdate,
  source: 'post' | 'put' = 'put',
): Promise<UpdatedOrder> {
  if (isUndone(furthest(stateOf(found), state, found.total_minor))) await lockOrderName(tx, found, 'alone');
  const becomesPaid = found.paid_at === null && state.payment_status === 'paid';
  const { parties, buyerReferral } = await lockParties(
    tx,
    deps,
    program,
    found,
    becomesPaid ? { email } : null,
  );
  const order = (await findOrder(tx, program.id, found.merchant_id))!;
  const known = stateOf(order);
  const next = furthest(known, state, order.total_minor);
  const buyer = parties.get(order.customer_id);
  if (!buyer) throw new StaleReadError();
  if (!isSameState(known, next)) {
    if (!force) refuseImplausible(next, order.total_minor, program.currency);
    const at = entryMoment(deps.clock.now(program), buyer);
    const updated = await updateState(tx, order, next, { source, told, by }, at);
    if (!isUndone(next))
      await advanceOrder(tx, deps, program, { before: order, order: updated, parties, buyerReferral, email });
    else if (!isUndone(known)) await undoOrder(tx, deps, program, updated, parties);
  }
  return { order_id: order.id, customer_id: order.customer_id };
}
