import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type LedgerLine, type Parcel, replay } from './replay.ts';

/** Something that brought points. */
interface Source {
  kind: 'activity' | 'adjustment';
  id: number;
}

/**
 * How many of a source's points have expired for the locked customer. The customer's lots show it, before and after a
 * merge. If the source formed no lot, because the customer had no lots then, the ledger is replayed from its beginning.
 */
export async function expiredOf(tx: Tx, customer: CustomerRow, source: Source): Promise<number> {
  const named = source.kind === 'activity' ? 'activity_id' : 'adjustment_id';
  const { rows } = await sql<{ lots: number; expired: number; any_expiry: boolean }>`
    select count(*) as lots, coalesce(sum(l.expired), 0)::bigint as expired,
        exists (select from expiries e where e.program_id = ${customer.program_id}
          and e.customer_id in (select id from customers
            where program_id = ${customer.program_id} and (id = ${customer.id} or merged_into = ${customer.id}))) as any_expiry
      from lots l where l.program_id = ${customer.program_id} and l.${sql.ref(named)} = ${source.id}`.execute(
    tx,
  );
  const { lots, expired, any_expiry } = rows[0]!;
  if (lots > 0 || !any_expiry) return expired;
  const parcels = await replayLedger(tx, customer.program_id, customer.id);
  return parcels.find((parcel) => parcel[named] === source.id)?.expired ?? 0;
}

/**
 * Replays a customer's ledger from the beginning, with those of customers merged into it, and returns where the points
 * are.
 */
export async function replayLedger(db: Kysely<DB>, programId: number, customerId: number): Promise<Parcel[]> {
  return replay((await listLines(db, programId, [customerId])).get(customerId) ?? []);
}

/** The ledger lines of customers, by customer id, with the lines of all customers that were merged into them. */
export async function listLines(
  db: Kysely<DB>,
  programId: number,
  customerIds: readonly number[],
): Promise<Map<number, LedgerLine[]>> {
  const { rows } = await sql<LedgerLine & { owner_id: number }>`
    select coalesce(c.merged_into, c.id) as owner_id, t.customer_id, t.points_approved as points, t.activity_id, t.adjustment_id,
        t.claimed_reward_id, case when j.reason = 'merge' then substring(j.note from '[0-9]+$')::bigint end as merged_into
      from customers c
      join transactions t on t.program_id = c.program_id and t.customer_id = c.id and t.points_approved <> 0
      left join adjustments j on j.program_id = t.program_id and j.id = t.adjustment_id
      where c.program_id = ${programId} and (c.id = any(${customerIds}::bigint[]) or c.merged_into = any(${customerIds}::bigint[]))
        -- What a merge brought is what it took.
        and (j.reason is distinct from 'merge' or j.note like 'merged into %')
      order by t.id`.execute(db);
  const byOwner = new Map<number, LedgerLine[]>();
  for (const { owner_id, ...line } of rows) {
    const lines = byOwner.get(owner_id);
    if (lines) lines.push(line);
    else byOwner.set(owner_id, [line]);
  }
  return byOwner;
}
