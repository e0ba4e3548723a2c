import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { furthest, isSameState, isUndone, type OrderState } from '../../src/domain/orders/order-state.ts';

const NEW: OrderState = {
  payment_status: 'not_paid',
  paid_minor: 0,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};
const state = (rest: Partial<OrderState> = {}): OrderState => ({ ...NEW, ...rest });

const anyState: fc.Arbitrary<OrderState> = fc.record({
  payment_status: fc.constantFrom('not_paid', 'partially_paid', 'paid'),
  paid_minor: fc.integer({ min: 0, max: 150 }),
  refund_status: fc.constantFrom('not_refunded', 'partially_refunded', 'refunded'),
  refunded_minor: fc.integer({ min: 0, max: 150 }),
  cancelled: fc.boolean(),
});

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

  it('does not depend on their order, nor on how often each comes', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyState, { minLength: 1, maxLength: 5 })
          .chain((told) =>
            fc.tuple(
              fc.constant(told),
              fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 }),
            ),
          ),
        ([told, again]) => {
          const reached = (states: OrderState[]) =>
            states.reduce((known, next) => furthest(known, next, 100), NEW);
          expect(reached(again)).toEqual(reached(told));
          expect(isSameState(furthest(reached(told), told[0]!, 100), reached(told))).toBe(true);
        },
      ),
    );
  });

  it.each([
    [0, 0, 'not_refunded'],
    [100, 1, 'partially_refunded'],
    [100, 100, 'refunded'],
    [100, 101, 'refunded'],
    [0, 5, 'partially_refunded'],
  ] as const)('of a total of %i with %i refunded is %s', (total, refunded_minor, refund_status) => {
    expect(furthest(NEW, state({ refunded_minor }), total).refund_status).toBe(refund_status);
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
