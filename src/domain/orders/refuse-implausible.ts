import { DomainError } from '../core/errors.ts';
import { currencyDigits, toDecimalString } from '../core/money.ts';
import type { OrderState } from './order-state.ts';

/** How many times its total an order's payment may be, and how many units of the currency more. */
const TIMES_TOTAL = 10;
const UNITS_MORE = 100;

/**
 * Refuses amounts that no shop means, implausible_amount: more refunded than was paid, or far more paid than the order
 * comes to. Both are of the state that telling them leads to.
 */
export function refuseImplausible(
  { paid_minor, refunded_minor }: Pick<OrderState, 'paid_minor' | 'refunded_minor'>,
  total_minor: number,
  currency: string,
): void {
  const most = TIMES_TOTAL * total_minor + UNITS_MORE * 10 ** currencyDigits(currency);
  const shown = (minor: number) => `${toDecimalString(minor, currency)} ${currency}`;
  const details: Record<string, string> = {};
  if (refunded_minor > paid_minor) details.total_refunded = `is more than was paid, ${shown(paid_minor)}`;
  if (paid_minor > most)
    details.total_paid = `is more than ${shown(most)}, for a total of ${shown(total_minor)}`;
  if (Object.keys(details).length === 0) return;
  throw new DomainError(
    'implausible_amount',
    'An amount cannot be meant so. Send it with `force: true` if it is.',
    { details },
  );
}
