import type { LotsTable } from '../../src/db/ledger-tables.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { lockAfterDue } from '../../src/domain/due/process-due-in.ts';
import { getActivity, resolveActivity } from '../../src/domain/ledger/activities.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { programSettings } from './factories.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

export const AFTER_A_YEAR: PointsExpiry = { mode: 'after_earning', duration_months: 12 };
export const AT_YEARS_END: PointsExpiry = { mode: 'calendar_date', month: 12, day: 31 };
export const INACTIVE_HALF_A_YEAR: PointsExpiry = {
  mode: 'inactivity_since_balance_change',
  duration_months: 6,
};

export function expiring(
  points_expiry: PointsExpiry | null,
  rest: Parameters<typeof programSettings>[0] = {},
) {
  return { settings: programSettings({ ...rest, points_expiry }) };
}

/** The lots that hold points, as `date: points`, in the order in which they are spent. */
export async function openLots(domain: TestDomain, customerId: number): Promise<string[]> {
  const lots = (await domain.rows('lots')) as unknown as (LotsTable & { id: number })[];
  const last = Number.POSITIVE_INFINITY;
  return lots
    .filter((lot) => lot.customer_id === customerId && lot.remaining > 0)
    .sort((a, b) => (a.expires_at ?? last) - (b.expires_at ?? last) || a.id - b.id)
    .map((lot) => `${dayOf(lot.expires_at)}: ${lot.remaining}`);
}

/** The expired points, as `date: points`, in the order of recording. */
export async function expired(domain: TestDomain, customerId: number): Promise<string[]> {
  const rows = await domain.rows('expiries');
  return rows
    .filter((row) => row.customer_id === customerId)
    .map((row) => `${dayOf(row.date)}: ${row.points} (${row.reason})`);
}

/** The day by UTC. */
function dayOf(moment: number | null): string {
  return moment === null ? 'never' : new Date(moment).toISOString().slice(0, 10);
}

export function adjust(domain: TestDomain, customerId: number, points: number): Promise<unknown> {
  const { deps, program } = domain;
  return adjustPoints(deps, { program, customer_id: customerId, points, note: null, by: TESTER });
}

/** Resolves an activity as the back end that reported it would. */
export function resolve(
  domain: TestDomain,
  customerId: number,
  activityId: number,
  wanted: 'approved' | 'declined' | 'void',
): Promise<unknown> {
  const { deps, program } = domain;
  return runInTransaction(deps, undefined, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, customerId);
    const activity = await getActivity(tx, customer, activityId);
    return resolveActivity(tx, program, customer, activity, { wanted, at, by_hand: true });
  });
}
