import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { furthest, isSameState, type OrderState } from '../../src/domain/orders/order-state.ts';
import { NEW_ORDER } from '../support/new-order.ts';

const anyState: fc.Arbitrary<OrderState> = fc.record({
  payment_status: fc.constantFrom('not_paid', 'partially_paid', 'paid'),
  paid_minor: fc.integer({ min: 0, max: 150 }),
  refund_status: fc.constantFrom('not_refunded', 'partially_refunded', 'refunded'),
  refunded_minor: fc.integer({ min: 0, max: 150 }),
  cancelled: fc.boolean(),
});

describe('the state of an order that is told in several states', () => {
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
            states.reduce((known, next) => furthest(known, next, 100), NEW_ORDER);
          expect(reached(again)).toEqual(reached(told));
          expect(isSameState(furthest(reached(told), told[0]!, 100), reached(told))).toBe(true);
        },
      ),
    );
  });
});
