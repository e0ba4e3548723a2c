import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import type { AuditEntry } from './audit-store.ts';
import { type Caused, readCauses } from './caused-entries.ts';
import type { Db } from './listed-customer.ts';
import { type ListedTransaction, listTransactionsById } from './transaction-store.ts';

/** The kinds of entries. If entries have the same millisecond, those of the later kind come first. */
export const TIMELINE_KINDS = ['deed', 'note', 'order', 'tier', 'gift', 'transaction'] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The place of an entry among all entries of a customer. */
export interface TimelinePlace {
  /** ms. */
  at: number;
  kind: TimelineKind;
  id: number;
}

interface TimelineOrder {
  merchant_id: string;
  number: string | null;
  total_minor: number;
  payment_status: 'not_paid' | 'partially_paid' | 'paid';
  refund_status: 'not_refunded' | 'partially_refunded' | 'refunded';
  cancelled_at: number | null;
}

/** A claimed reward that cost no points, so no transaction shows it. */
interface TimelineGift {
  reward_id: number;
  title: string;
  source_kind: ClaimRecord['source_kind'];
}

type Deed = Pick<AuditEntry, 'action' | 'actor_kind' | 'actor_name' | 'details'>;

export type TimelineItem = { at: number; id: number } & (
  | { kind: 'transaction'; transaction: ListedTransaction; caused: Caused | undefined }
  | { kind: 'order'; data: TimelineOrder }
  | { kind: 'tier'; data: { tier_id: number } }
  | { kind: 'gift'; data: TimelineGift }
  | { kind: 'note'; data: { text: string; operator_id: number | null } }
  | { kind: 'deed'; data: Deed }
);

export interface TimelinePage {
  /** Newest first. */
  items: TimelineItem[];
  /** Whether there are earlier entries. */
  more: boolean;
}

interface TimelineQuestion {
  customer_id: number;
  /** Never empty. */
  kinds: readonly TimelineKind[];
  /** Only entries before this one; null: the newest entries. */
  before: TimelinePlace | null;
  limit: number;
}

/**
 * A page of everything that is known to have happened to a customer. Entries are never deleted, except notes, and new
 * ones appear at the beginning: a reader who continues from the last entry of a page misses none.
 */
export async function readTimeline(
  deps: Db,
  programId: number,
  question: TimelineQuestion,
): Promise<TimelinePage> {
  const { kinds, limit } = question;
  const parts = kinds.map((kind) => entriesOf(kind, programId, question));
  const { rows } = await sql<Entry>`
    select * from (${sql.join(parts, sql` union all `)}) e
      order by at desc, place desc, id desc limit ${limit + 1}`.execute(deps.db);
  const entries = rows.slice(0, limit);
  const ids = entries.flatMap(({ place, id }) => (TIMELINE_KINDS[place] === 'transaction' ? [id] : []));
  const transactions = new Map(
    (await listTransactionsById(deps, programId, ids)).map((transaction) => [transaction.id, transaction]),
  );
  const causes = await readCauses(deps, programId, [...transactions.values()]);
  return {
    more: rows.length > limit,
    items: entries.map(({ at, place, id, data }) => {
      const kind = TIMELINE_KINDS[place]!;
      return kind === 'transaction'
        ? { at, id, kind, transaction: transactions.get(id)!, caused: causes.get(id) }
        : ({ at, id, kind, data } as TimelineItem);
    }),
  };
}

interface Entry {
  at: number;
  /** The index of the kind among all kinds. */
  place: number;
  id: number;
  data: unknown;
}

/** Actions that the ledger, the notes or an order also show, or that are only a part of another action. */
const SHOWN_ELSEWHERE = [
  'points.added',
  'points.removed',
  'note.added',
  'claim.made',
  'claim.refunded',
  'order.corrected',
];

const SOURCES: Record<TimelineKind, { table: string; data: string }> = {
  transaction: { table: 'transactions', data: 'null::jsonb' },
  order: {
    table: 'orders',
    data: `jsonb_build_object('merchant_id', t.merchant_id, 'number', t.number, 'total_minor', t.total_minor,
      'payment_status', t.payment_status, 'refund_status', t.refund_status,
      'cancelled_at', extract(epoch from t.cancelled_at) * 1000)`,
  },
  tier: { table: 'tier_entries', data: `jsonb_build_object('tier_id', t.tier_id)` },
  gift: {
    table: 'claimed_rewards',
    data: `jsonb_build_object('reward_id', t.reward_id, 'title', t.title, 'source_kind', t.source_kind)`,
  },
  note: { table: 'customer_notes', data: `jsonb_build_object('text', t.text, 'operator_id', t.operator_id)` },
  deed: {
    table: 'audit_entries',
    data: `jsonb_build_object('action', t.action, 'actor_kind', t.actor_kind, 'actor_name', t.actor_name,
      'details', t.details)`,
  },
};

/** The latest entries of a kind, as many as a page may show. */
function entriesOf(kind: TimelineKind, programId: number, question: TimelineQuestion): RawBuilder<unknown> {
  const { before, limit } = question;
  const { table, data } = SOURCES[kind];
  const place = sql.lit(TIMELINE_KINDS.indexOf(kind));
  const earlier = before
    ? sql`(t.created_at, ${place}, t.id) < (${ts(before.at)}, ${TIMELINE_KINDS.indexOf(before.kind)}::int, ${before.id}::bigint)`
    : sql`true`;
  return sql`(select t.created_at as at, ${place} as place, t.id, ${sql.raw(data)} as data from ${sql.table(table)} t
    where t.program_id = ${programId} and ${isOf(kind, programId, question)} and ${earlier}
    order by t.created_at desc, t.id desc limit ${limit + 1})`;
}

/** The kinds whose entries a merge leaves at the merged customer. All others move to the survivor. */
const WRITTEN_FOR_GOOD: readonly TimelineKind[] = ['transaction', 'tier'];

/**
 * A merge gives the points of a claim back to one customer and takes them from the other, at the same moment. No
 * customer claimed anything then, and the sum of the two is 0: both are left out, and the claim is shown where it was
 * made.
 */
function movedClaims(
  programId: number,
  merged: RawBuilder<unknown>,
  family: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select unnest(array[a.id, b.id]) from transactions a join transactions b
    on b.program_id = a.program_id and b.claimed_reward_id = a.claimed_reward_id and b.created_at = a.created_at
      and b.customer_id <> a.customer_id and b.points_approved = -a.points_approved
    where a.program_id = ${programId} and a.customer_id = any(array(${merged}))
      and b.customer_id = any(${family})`;
}

/**
 * The ledger and the actions of a customer include those of the customers that were merged into it: their points were
 * taken from them and given to the survivor, so that the points of all entries add up to the balance.
 */
function isOf(kind: TimelineKind, programId: number, { customer_id }: TimelineQuestion): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`t.customer_id = ${customer_id}`;
  if (kind === 'gift') return sql`${own} and t.points_cost = 0`;
  // With an array, Postgres looks the ids up in the index of each table.
  const merged = sql`select id from customers where program_id = ${programId} and merged_into = ${customer_id}`;
  if (WRITTEN_FOR_GOOD.includes(kind)) {
    const family = sql`array(${merged} union all select ${customer_id}::bigint)`;
    const all = sql<SqlBool>`t.customer_id = any(${family})`;
    return kind === 'transaction'
      ? sql`${all} and t.id <> all(array(${movedClaims(programId, merged, family)}))`
      : all;
  }
  if (kind !== 'deed') return own;
  const customers = sql`array(select id::text from (${merged} union all select ${customer_id}::bigint) c (id))`;
  const claims = sql`array(select id::text from claimed_rewards
    where program_id = ${programId} and customer_id = ${customer_id})`;
  return sql`t.action <> all(${SHOWN_ELSEWHERE}::text[]) and (
    t.subject_kind = 'customer' and t.subject_id = any(${customers})
    or t.subject_kind = 'claimed_reward' and t.subject_id = any(${claims}))`;
}
