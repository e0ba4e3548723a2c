import { addMonths, nextEndOfYearlyDay } from '../core/calendar.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import type { PointsExpiry, ProgramSettings } from '../programs/program-settings.ts';

/** A program's terms for the expiry of points. */
export type ExpiryTerms = Pick<Program, 'points_expiry_since'> & {
  settings: Pick<ProgramSettings, 'points_expiry'>;
};

const PERIOD_OF_A_DATE_MONTHS = 12;

/** Whether every point has an expiry date of its own in this mode. Balances are then kept in lots. */
export function keepsLots(expiry: PointsExpiry | null): boolean {
  return expiry?.mode === 'after_earning' || expiry?.mode === 'calendar_date';
}

/** The moment since when points have dates of their own under these terms; null: they have none. */
export function datedSince(terms: ExpiryTerms): number | null {
  return keepsLots(terms.settings.points_expiry) ? terms.points_expiry_since : null;
}

/**
 * The moment at which points earned at `earnedAt` (ms) expire, in the customer's home zone; null if they have no date
 * of their own. after_earning: so many calendar months after they were earned, or after the mode was turned on, if that
 * is later. calendar_date: at the first end of its day after they were earned that is a year or more after the mode was
 * turned on.
 */
export function pointsExpireAt(terms: ExpiryTerms, zone: string, earnedAt: number): number | null {
  const { points_expiry: expiry } = terms.settings;
  const since = terms.points_expiry_since;
  switch (expiry?.mode) {
    case 'after_earning':
      return addMonths(Math.max(earnedAt, since ?? earnedAt), expiry.duration_months, zone);
    case 'calendar_date': {
      const first = since === null ? earnedAt : addMonths(since, PERIOD_OF_A_DATE_MONTHS, zone) - 1;
      return nextEndOfYearlyDay(expiry, zone, Math.max(earnedAt, first));
    }
    default:
      return null;
  }
}

/**
 * The moment at which an inactive customer loses its balance, if the mode has one; null in the other modes. It is so
 * many calendar months after the last purchase (or the enrolment, if that is later) or after the last change of the
 * balance; or after the mode was turned on, if that is later still. Points that come in after that moment are not taken
 * at once: they have the whole period from then on.
 */
export function inactivityDeadline(
  terms: ExpiryTerms,
  customer: Pick<CustomerRow, 'enrolled_at' | 'last_purchase_at' | 'balance_changed_at'>,
  zone: string,
): number | null {
  const { points_expiry: expiry } = terms.settings;
  if (expiry?.mode !== 'inactivity_since_purchase' && expiry?.mode !== 'inactivity_since_balance_change')
    return null;
  const { balance_changed_at: changed, last_purchase_at, enrolled_at } = customer;
  const active =
    expiry.mode === 'inactivity_since_balance_change' ? [changed] : [last_purchase_at, enrolled_at];
  const moments = [...active, terms.points_expiry_since].filter((moment) => moment !== null);
  if (moments.length === 0) return null;
  const deadline = addMonths(Math.max(...moments), expiry.duration_months, zone);
  return changed !== null && changed >= deadline
    ? addMonths(changed, expiry.duration_months, zone)
    : deadline;
}
