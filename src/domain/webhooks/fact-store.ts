import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { type ListedActivity, listActivitiesById } from '../listings/activity-store.ts';
import { type CustomerRecord, listCustomerRecords } from '../listings/customer-store.ts';
import type { OutboxEvent } from '../outbox/event-store.ts';
import { listExpiries, listRemovals, listUndoneOrders } from './loss-store.ts';
import type { ExpiryReason, ReferralInEvent, RemovedPoints, UndoneOrder } from './webhook-event.ts';

/** Everything that a batch of events refers to, by id. */
export interface EventFacts {
  customers: Map<number, CustomerRecord>;
  activities: Map<number, ListedActivity>;
  claims: Map<number, ClaimRecord>;
  tier_entries: Map<number, { tier_id: number; previous_tier_id: number | null }>;
  referrals: Map<number, ReferralInEvent>;
  removals: Map<number, RemovedPoints>;
  expiries: Map<number, { id: number; points: number; reason: ExpiryReason }>;
  undone_orders: Map<number, UndoneOrder>;
}

const ABOUT_CLAIMS = [
  'claim',
  'approaching_reward_expiration',
  'claim_refunded',
  'voucher_reused',
  'fulfillment',
] as const;

/** Loads the present state. Customers that were erased or merged into others are missing. */
export async function loadFacts(
  db: Kysely<DB>,
  programId: number,
  events: readonly OutboxEvent[],
): Promise<EventFacts> {
  const ids = (...kinds: OutboxEvent['kind'][]) => [
    ...new Set(events.filter(({ kind }) => kinds.includes(kind)).map(({ subject_id }) => subject_id!)),
  ];
  return {
    customers: await loadCustomers(db, programId, [...new Set(events.map((event) => event.customer_id))]),
    activities: byId(await listActivitiesById({ db }, programId, ids('activity'))),
    claims: byId(await listClaims(db, programId, ids(...ABOUT_CLAIMS))),
    tier_entries: byId(await listTierEntries(db, programId, ids('tier_entered'))),
    referrals: byId(await listReferrals(db, programId, ids('referral_completed'))),
    removals: byId(await listRemovals(db, programId, ids('points_removed'))),
    expiries: byId(await listExpiries(db, programId, ids('points_expired'))),
    undone_orders: byId(await listUndoneOrders(db, programId, ids('order_undone'))),
  };
}

async function loadCustomers(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<Map<number, CustomerRecord>> {
  const rows = await listCustomerRecords(db, programId, ids);
  return byId(rows.filter(({ merged_into, erased_at }) => merged_into === null && erased_at === null));
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function listClaims(db: Kysely<DB>, programId: number, ids: readonly number[]): Promise<ClaimRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClaimRecord>`
    select * from claimed_rewards where program_id = ${programId} and id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

async function listTierEntries(db: Kysely<DB>, programId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; tier_id: number; previous_tier_id: number | null }>`
    select t.id, t.tier_id,
        (select b.tier_id from tier_entries b
          where b.program_id = t.program_id and b.customer_id = t.customer_id and b.id < t.id
          order by b.id desc limit 1) as previous_tier_id
      from tier_entries t where t.program_id = ${programId} and t.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

async function listReferrals(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<ReferralInEvent[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    completed_at: number;
    referee_id: number | null;
    order_id: number | null;
    order_merchant_id: string | null;
  }>`
    select r.id, r.completed_at, r.referee_id, o.id as order_id, o.merchant_id as order_merchant_id
      from referrals r left join orders o on o.program_id = r.program_id and o.id = r.order_id
      where r.program_id = ${programId} and r.id = any(${ids}::bigint[])`.execute(db);
  const referees = byId(
    await listCustomerRecords(
      db,
      programId,
      rows.flatMap(({ referee_id }) => referee_id ?? []),
    ),
  );
  return rows.map(({ id, completed_at, referee_id, order_id, order_merchant_id }) => ({
    id,
    completed_at,
    referee: (referee_id !== null && referees.get(referee_id)) || null,
    order: order_id === null ? null : { id: order_id, merchant_id: order_merchant_id! },
  }));
}
