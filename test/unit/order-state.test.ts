import { describe, expect, it } from 'vitest';
import { furthest, isUndone, type OrderState } from '../../src/domain/orders/order-state.ts';
import { NEW_ORDER } from '../support/new-order.ts';

const state = (rest: Partial<OrderState> = {}): OrderState => ({ ...NEW_ORDER, ...rest });

describe('the state of an order that is told in several states', () => {
  it('is as far as any of them says, part by part', () => {
    const known = state({ payment_status: 'paid', paid_minor: 100, refunded_minor: 20 });
    const late = state({
      payment_status: 'partially_paid',
      paid_minor: 60,
      refunded_minor: 10,
      cancelled: true,
    });
    expect(furthest(known, late, 100)).toEqual({
      payment_status: 'paid',
      paid_minor: 100,
      refund_status: 'partially_refunded',
      refunded_minor: 20,
      cancelled: true,
    });
  });

  it.each([
    [0, 0, 'not_refunded'],
    [100, 1, 'partially_refunded'],
    [100, 100, 'refunded'],
    [100, 101, 'refunded'],
    [0, 5, 'partially_refunded'],
  ] as const)('of a total of %i with %i refunded is %s', (total, refunded_minor, refund_status) => {
    expect(furthest(NEW_ORDER, state({ refunded_minor }), total).refund_status).toBe(refund_status);
  });

  it('is undone once it is refunded or cancelled', () => {
    expect([
      isUndone(state()),
      isUndone(state({ refund_status: 'partially_refunded' })),
      isUndone(state({ refund_status: 'refunded' })),
      isUndone(state({ cancelled: true })),
    ]).toEqual([false, false, true, true]);
  });
});
