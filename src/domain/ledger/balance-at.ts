import { sql } from 'kysely';
import { msOf, timestampText } from '../../db/timestamps.ts';
import { DomainError } from '../core/errors.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { entryMoment } from './lock-customer.ts';
import { inactivityDeadline } from './points-expiry.ts';

/** Points of one source at the moment that was asked for. */
interface HeldLot {
  /** The points with which the lot was formed, and how many of them were left. */
  points: number;
  remaining: number;
  formed_at: number;
  /** By the lot's present date, in ms; null: never. */
  expires_at: number | null;
}

/** A customer's counters, lots and tier at a moment (ms). */
export interface Balance {
  at: number;
  points_approved: number;
  points_pending: number;
  points_spent: number;
  tier_id: number | null;
  /** The lots that held points, in the order in which they expire; empty if no lots were kept then. */
  lots: HeldLot[];
  next_expiry: { points: number; at: number } | null;
}

/**
 * A customer's balance as the ledger had recorded it at a past moment; `at` null: now. For now, the caller has
 * processed the customer before. Everything is read in one snapshot. The end of the allowed inactivity is known for now
 * only. The tier of a customer that has left all tiers is the last tier that it entered. Throws not_found.
 */
export async function balanceAt(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  customerId: number,
  at: number | null,
): Promise<Balance> {
  const read = await readLedger(deps, program.id, customerId, at);
  if (!read) throw new DomainError('not_found', 'There is no such customer.');
  const { row, lots, tier_entered, ...counters } = read;
  return {
    at: at ?? entryMoment(deps.clock.now(program), row),
    ...counters,
    tier_id: at === null ? row.tier_id : tier_entered,
    lots: lots ?? [],
    next_expiry:
      nextLots(lots ?? []) ?? (at === null ? inactivity(program, row, counters.points_approved) : null),
  };
}

type Owner = Pick<
  CustomerRow,
  'site_id' | 'tier_id' | 'last_entry_at' | 'enrolled_at' | 'last_purchase_at' | 'balance_changed_at'
>;

interface Read extends Pick<Balance, 'points_approved' | 'points_pending' | 'points_spent'> {
  tier_entered: number | null;
  lots: HeldLot[] | null;
  row: Owner;
}

async function readLedger(
  { db }: Pick<Deps, 'db'>,
  programId: number,
  customerId: number,
  at: number | null,
): Promise<Read | undefined> {
  const by = sql`${at === null ? 'infinity' : timestampText(at)}::timestamptz`;
  const ms = (column: string) => sql.raw(msOf(column));
  const mine = sql`program_id = ${programId} and customer_id = ${customerId}`;
  const { rows } = await sql<Read>`
    with entries as materialized (
      select id, points_approved, points_pending, points_spent from transactions where ${mine} and created_at <= ${by}
    ), taken as (
      select a.lot_id, sum(a.points)::bigint as points
        from (select * from lot_allocations where ${mine}) a join entries e on e.id = a.transaction_id group by a.lot_id
    )
    select s.*,
      (select tier_id from tier_entries where ${mine} and created_at <= ${by} order by created_at desc, id desc limit 1) as tier_entered,
      (select json_agg(json_build_object('points', l.points, 'remaining', l.points - coalesce(t.points, 0),
            'formed_at', ${ms('l.created_at')}, 'expires_at', ${ms('l.expires_at')}) order by l.expires_at nulls last, l.id)
        from (select * from lots where ${mine} and created_at <= ${by}) l left join taken t on t.lot_id = l.id
        where l.points > coalesce(t.points, 0)) as lots,
      json_build_object('site_id', c.site_id, 'tier_id', c.tier_id, 'last_entry_at', ${ms('c.last_entry_at')},
        'enrolled_at', ${ms('c.enrolled_at')}, 'last_purchase_at', ${ms('c.last_purchase_at')},
        'balance_changed_at', ${ms('c.balance_changed_at')}) as row
      from customers c
      cross join (select coalesce(sum(points_approved), 0)::bigint as points_approved,
        coalesce(sum(points_pending), 0)::bigint as points_pending, coalesce(sum(points_spent), 0)::bigint as points_spent from entries) s
      where c.program_id = ${programId} and c.id = ${customerId}`.execute(db);
  return rows[0];
}

/** The lots that expire together at the earliest date. */
function nextLots(lots: readonly HeldLot[]): Balance['next_expiry'] {
  const at = lots[0]?.expires_at ?? null;
  if (at === null) return null;
  const first = lots.filter((lot) => lot.expires_at === at);
  return { at, points: first.reduce((sum, lot) => sum + lot.remaining, 0) };
}

function inactivity(program: Program, row: Owner, points: number): Balance['next_expiry'] {
  const at = points > 0 ? inactivityDeadline(program, row, program.site(row.site_id)!.time_zone) : null;
  return at === null ? null : { at, points };
}
