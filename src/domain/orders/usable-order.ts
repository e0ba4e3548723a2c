import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { OrderRow } from './order.ts';
import { isUndone, stateOf } from './order-state.ts';
import { holdOrder } from './store.ts';

/**
 * The order on which something is about to be used, if it is recorded. It cannot be undone before this transaction ends. On
 * an undone order nothing is used: the step that undoes an order returns the claims used on it, once. Throws invalid_request
 * then, about the `field` that names the order.
 */
export async function findUsableOrder(
  tx: Tx,
  programId: number,
  merchantId: string,
  field: string,
): Promise<OrderRow | undefined> {
  const order = await holdOrder(tx, programId, merchantId);
  if (!order || !isUndone(stateOf(order))) return order;
  const details = { [field]: 'names an order that was refunded or cancelled' };
  throw new DomainError('invalid_request', 'The request is not valid.', { details });
}
