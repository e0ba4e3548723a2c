import { DomainError } from '../core/errors.ts';
import { currencyDigits, toDecimalString } from '../core/money.ts';
import type { OrderState } from './order-state.ts';

/** An order's payment may be at most this many times its total, plus some units of the currency. */
const TIMES_TOTAL = 10;
const UNITS_MORE = 100;

/**
 * Throws implausible_amount for amounts that must be a mistake: more refunded than paid, or far more paid than the
 * order's total. Both amounts are those of the resulting state.
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
