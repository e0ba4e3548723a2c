import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { ImportedRow } from './record-store.ts';

/** The next customers, by id, that an import changed and that the revert has not processed. */
export async function listRowsToRevert(
  tx: Tx,
  programId: number,
  importId: number,
  limit: number,
): Promise<ImportedRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select([
      'customer_id',
      'created',
      'points',
      'spent',
      'adjustment_ids',
      'activity_ids',
      'before',
      'after',
    ])
    .where('program_id', '=', programId)
    .where('import_id', '=', importId)
    .where('reverted_at', 'is', null)
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows as ImportedRow[];
}

/** The customers, among these, whose records include actions that this import did not cause. */
export async function listUsed(
  tx: Tx,
  programId: number,
  importId: number,
  customerIds: readonly number[],
): Promise<Set<number>> {
  const imported = (ids: 'adjustment_ids' | 'activity_ids') => sql`(
              select unnest(i.${sql.ref(ids)}) from import_rows i
                where i.program_id = ${programId} and i.import_id = ${importId} and i.customer_id = c.id)`;
  const { rows } = await sql<{ id: number }>`
    select c.id from unnest(${customerIds}::bigint[]) as c (id)
      where exists (select from activities a where a.program_id = ${programId} and a.customer_id = c.id
              and a.id <> all ${imported('activity_ids')})
        or exists (select from claimed_rewards r where r.program_id = ${programId} and r.customer_id = c.id)
        or exists (select from customer_notes n where n.program_id = ${programId} and n.customer_id = c.id)
        or exists (select from orders o where o.program_id = ${programId} and o.customer_id = c.id)
        or exists (select from reported_activities r where r.program_id = ${programId} and r.customer_id = c.id)
        or exists (select from referrals r where r.program_id = ${programId} and r.referrer_id = c.id)
        or exists (select from referrals r where r.program_id = ${programId} and r.referee_id = c.id)
        or exists (select from customers m where m.program_id = ${programId} and m.merged_into = c.id)
        or exists (select from adjustments a where a.program_id = ${programId} and a.customer_id = c.id
              and a.id <> all ${imported('adjustment_ids')})
        or exists (select from import_rows i where i.program_id = ${programId} and i.customer_id = c.id
              and i.import_id <> ${importId} and i.reverted_at is null)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Notes that the revert has processed customers, and which effects each of them keeps. */
export async function setReverted(
  tx: Tx,
  programId: number,
  importId: number,
  rows: readonly { customer_id: number; kept: string | null }[],
  at: number,
): Promise<void> {
  await sql`
    update import_rows i set reverted_at = ${timestampText(at)}::timestamptz, kept = r.kept
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (customer_id bigint, kept text)
      where i.program_id = ${programId} and i.import_id = ${importId} and i.customer_id = r.customer_id`.execute(
    tx,
  );
}

export interface RevertCounts {
  customers: number;
  /** The number of customers that the revert has processed. */
  done: number;
  /** The number of them that keep some effects. */
  kept: number;
}

export async function countReverted(
  db: Kysely<DB>,
  programId: number,
  importId: number,
): Promise<RevertCounts> {
  const { rows } = await sql<RevertCounts>`
    select count(*) as customers, count(reverted_at) as done, count(kept) as kept
      from import_rows where program_id = ${programId} and import_id = ${importId}`.execute(db);
  return rows[0]!;
}

export interface KeptOfCustomer {
  customer_id: number;
  merchant_id: string;
  kept: string;
}

/** The first customers, by id, that keep some effects. */
export async function listKept(
  db: Kysely<DB>,
  programId: number,
  importId: number,
  limit: number,
): Promise<KeptOfCustomer[]> {
  const rows = await db
    .selectFrom('import_rows as i')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.program_id', '=', 'i.program_id').onRef('c.id', '=', 'i.customer_id'),
    )
    .select(['i.customer_id', 'c.merchant_id', 'i.kept'])
    .where('i.program_id', '=', programId)
    .where('i.import_id', '=', importId)
    .where('i.kept', 'is not', null)
    .orderBy('i.customer_id')
    .limit(limit)
    .execute();
  return rows as KeptOfCustomer[];
}
