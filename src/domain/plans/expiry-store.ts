import { type RawBuilder, sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { PointsExpiry } from '../programs/program-settings.ts';

type Inactivity = Extract<PointsExpiry, { mode: `inactivity_${string}` }>;

export interface HeldPoints {
  customers: number;
  points: number;
}

export type PointHolder = Pick<
  CustomerRow,
  'id' | 'site_id' | 'enrolled_at' | 'last_purchase_at' | 'balance_changed_at' | 'points_approved'
>;

const HOLDER = sql`id, site_id, enrolled_at, last_purchase_at, balance_changed_at, points_approved`;

/** The number of customers of one home site that have points. */
export async function countHolders(tx: Tx, programId: number, siteId: number): Promise<HeldPoints> {
  const { rows } = await sql<HeldPoints>`
    select count(*) as customers, coalesce(sum(points_approved), 0)::bigint as points from customers
      where program_id = ${programId} and site_id = ${siteId} and points_approved > 0`.execute(tx);
  return rows[0]!;
}

/** The customers above an id that have points, lowest first. */
export async function listHolders(
  tx: Tx,
  programId: number,
  { after, limit }: { after: number; limit: number },
): Promise<PointHolder[]> {
  const { rows } = await sql<PointHolder>`
    select ${HOLDER} from customers where program_id = ${programId} and id > ${after} and points_approved > 0
      order by id limit ${limit}`.execute(tx);
  return rows;
}

interface InactivityTerms {
  expiry: Inactivity;
  since: number;
  zone: string;
}

/**
 * Customers of one home site above an id, the lowest first, whose points inactivity may have expired by `until`. The
 * length of a month in Postgres and in this process may differ by an hour when the clocks change: the caller computes
 * each deadline itself.
 */
export async function listInactive(
  tx: Tx,
  programId: number,
  siteId: number,
  terms: InactivityTerms,
  { until, after, limit }: { until: number; after: number; limit: number },
): Promise<PointHolder[]> {
  const { rows } = await sql<PointHolder>`
    select ${HOLDER} from customers
      where program_id = ${programId} and site_id = ${siteId} and id > ${after} and points_approved > 0
        and ${deadline(terms)} <= ${timestampText(until)}::timestamptz + interval '1 day'
      order by id limit ${limit}`.execute(tx);
  return rows;
}

/** The customer of one home site that loses points first after a moment; undefined: none does. */
export async function findFirstInactive(
  tx: Tx,
  programId: number,
  siteId: number,
  terms: InactivityTerms,
  after: number,
): Promise<PointHolder | undefined> {
  const { rows } = await sql<PointHolder>`
    select ${HOLDER} from customers
      where program_id = ${programId} and site_id = ${siteId} and points_approved > 0
        and ${deadline(terms)} > ${timestampText(after)}::timestamptz
      order by ${deadline(terms)}, id limit 1`.execute(tx);
  return rows[0];
}

/** SQL for the deadline of `inactivityDeadline` in ledger/points-expiry.ts. */
function deadline({ expiry, since, zone }: InactivityTerms): RawBuilder<unknown> {
  const active =
    expiry.mode === 'inactivity_since_purchase'
      ? sql`greatest(last_purchase_at, enrolled_at, ${timestampText(since)}::timestamptz)`
      : sql`greatest(balance_changed_at, ${timestampText(since)}::timestamptz)`;
  const monthsAfter = (moment: RawBuilder<unknown>) =>
    sql`((${moment} at time zone ${zone}) + make_interval(months => ${expiry.duration_months}::int)) at time zone ${zone}`;
  return sql`
    case when balance_changed_at >= ${monthsAfter(active)} then ${monthsAfter(sql`balance_changed_at`)}
      else ${monthsAfter(active)} end`;
}
