import type { Program } from '../programs/configuration.ts';
import type { DecisionSnapshot } from './decision-snapshot.ts';
import { isAt, text } from './guarded.ts';
import { SPENDING_ORDER } from './lot-store.ts';
import { keepsLots, pointsExpireAt } from './points-expiry.ts';
import { inactivityDue } from './post.ts';

/** The expiry of points, as a hot write knows it. */
export interface GuardedExpiry {
  keeps_lots: boolean;
  /** When points that come in expire; null: they have no date of their own. */
  lot_expires_at: number | null;
  /** When the customer falls due for its points at the latest. */
  due: number | null;
}

/**
 * The expiry of an entry that the snapshot decides. null: the program's points never expire. undefined: the ordinary
 * path must decide, because the customer's lots are not under the program's terms yet, a debt takes part of the points,
 * or the points expire at once.
 */
export function expiryOf(
  program: Program,
  snapshot: DecisionSnapshot,
  entry: { approved: number; at: number },
): GuardedExpiry | null | undefined {
  const { points_expiry_since: since, settings } = program;
  const { points_expiry } = settings;
  const { lots_since, lots_dated_since, points_approved, site_id } = snapshot;
  if (points_expiry === null || since === null) return lots_since === null ? null : undefined;
  const keeps_lots = keepsLots(points_expiry);
  const isUnderTerms = keeps_lots ? lots_since !== null && lots_dated_since === since : lots_since === null;
  if (!isUnderTerms || points_approved < 0) return undefined;
  const comes = entry.approved > 0;
  const lot_expires_at = comes ? pointsExpireAt(program, program.site(site_id)!.time_zone, entry.at) : null;
  if (lot_expires_at !== null && lot_expires_at <= entry.at) return undefined;
  const due = lot_expires_at ?? inactivityDue(program, program, snapshot, entry);
  return { keeps_lots, lot_expires_at, due };
}

/** The guard for points that expire: the customer's lots are under the program's terms, as the versions say. */
export const PRESENT_TERMS = { columns: ', keeps_lots boolean, lot_expires_at timestamptz', customer: '' };

/** Points that an activity of the rows `w` brings form a lot. */
export const FORM_LOT = `, lot as (
  insert into lots (program_id, customer_id, activity_id, points, remaining, lent, expires_at, created_at)
    select $1::bigint, w.customer_id, activity.id, w.approved, w.approved, 0, w.lot_expires_at, w.at
    from activity join written w using (customer_id) where w.keeps_lots and w.approved > 0
)`;

/** The cost of a claim of the rows `w` is taken from lots, as `debitLots` takes it. */
export const SPEND_LOTS = `, spent as (
  select w.customer_id, open.id, least(open.remaining, w.cost - open.before) as points
    from written w cross join lateral (
      select id, remaining, sum(remaining) over (order by ${SPENDING_ORDER} rows unbounded preceding) - remaining as before
        from lots where program_id = $1::bigint and customer_id = w.customer_id and remaining > 0) open
    where w.keeps_lots and open.before < w.cost
), allocated as (
  insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, claimed_reward_id, points)
    select $1::bigint, entry.id, spent.id, spent.customer_id, entry.claimed_reward_id, spent.points
    from entry join spent using (customer_id)
), emptied as (
  update lots l set remaining = l.remaining - spent.points
    from spent where ${isAt('l', 'lots', 'select id from spent')} and l.id = spent.id
)`;

/** The expiry as parameters. */
export function expiring({ keeps_lots, lot_expires_at }: GuardedExpiry) {
  return { keeps_lots, lot_expires_at: text(lot_expires_at) };
}

/** The earlier of two moments, of which each may be never. */
export function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
