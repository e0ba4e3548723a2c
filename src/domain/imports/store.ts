import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { Random } from '../core/deps.ts';
import { platformKey } from '../core/platform-key.ts';
import { randomCode } from '../core/random-code.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { FieldColumns } from './known-fields.ts';

const moment = (ms: number | null) => (ms === null ? null : timestampText(ms));

/** The customers that a column names, by the name; emails in upper or lower case. */
export async function findNamed(
  db: Kysely<DB>,
  programId: number,
  by: 'merchant_id' | 'email',
  names: readonly string[],
): Promise<Map<string, CustomerRow>> {
  const { rows } = await sql<CustomerRow & { given_name: string }>`
    select c.*, given_name from unnest(${names}::text[]) as given_name
      join customers c on c.program_id = ${programId}
        and ${by === 'email' ? sql`c.email is not null and lower(c.email) = lower(given_name)` : sql`c.merchant_key = given_name`}`.execute(
    db,
  );
  return new Map(rows.map(({ given_name, ...row }) => [given_name, row]));
}

/**
 * Takes the row locks of customers, in ascending order of their ids, and increases their versions, as every lock does.
 */
export async function lockAll(tx: Tx, programId: number, ids: readonly number[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  await sql`
    select id from customers where program_id = ${programId} and id = any(${ids}::bigint[])
      order by id for update`.execute(tx);
  return tx
    .updateTable('customers')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returningAll()
    .execute();
}

/** The owners of emails, in upper or lower case, by the email in its given spelling. */
export async function listEmailOwners(
  tx: Tx,
  programId: number,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const owners = emails.length > 0 ? await findNamed(tx, programId, 'email', emails) : [];
  return new Map([...owners].map(([email, { id }]) => [email, id]));
}

/** The referral ids, among these, that a customer has already. */
export async function listTakenReferralIds(
  tx: Tx,
  programId: number,
  referralIds: readonly string[],
): Promise<Set<string>> {
  if (referralIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('customers')
    .select('referral_id')
    .where('program_id', '=', programId)
    .where(sql<boolean>`referral_id = any(${referralIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.referral_id));
}

interface NewImported {
  site_id: number;
  merchant_id: string;
  referral_id: string | null;
  enrolled_at: number | null;
  blocked: boolean;
  columns: FieldColumns;
  due: number | null;
}

/**
 * Inserts customers, locked. A customer is missing from the result if another customer took its merchant_id, email or
 * referral id meanwhile.
 */
export async function insertImported(
  tx: Tx,
  random: Random,
  programId: number,
  customers: readonly NewImported[],
  at: number,
): Promise<CustomerRow[]> {
  if (customers.length === 0) return [];
  const rows = customers.map((customer, ord) => ({
    ord,
    site_id: customer.site_id,
    merchant_id: customer.merchant_id,
    merchant_key: platformKey(customer.merchant_id),
    referral_id: customer.referral_id ?? randomCode(random, 12),
    enrolled_at: moment(customer.enrolled_at),
    blocked: customer.blocked,
    due: moment(customer.due),
    ...asJson(customer.columns),
  }));
  const now = timestampText(at);
  const { rows: inserted } = await sql<CustomerRow>`
    insert into customers (program_id, site_id, merchant_id, merchant_key, referral_id, enrolled_at, blocked_at, next_due_at,
        ${COLUMN_NAMES}, last_entry_at, created_at, updated_at)
      select ${programId}, site_id, merchant_id, merchant_key, referral_id, enrolled_at,
          case when blocked then ${now}::timestamptz end, due, ${COLUMN_NAMES}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (ord int, site_id bigint, merchant_id text, merchant_key text,
          referral_id text, enrolled_at timestamptz, blocked boolean, due timestamptz, ${COLUMN_TYPES})
        order by ord
      on conflict do nothing
      returning *`.execute(tx);
  return inserted;
}

interface ChangedColumns {
  customer_id: number;
  columns: FieldColumns;
  due: number | null;
  at: number;
}

/** Writes the fields of locked customers. Throws a constraint violation if another customer took an email meanwhile. */
export async function updateImported(
  tx: Tx,
  programId: number,
  changes: readonly ChangedColumns[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ customer_id, columns, due, at }) => ({
    customer_id,
    due: moment(due),
    at: moment(at),
    ...asJson(columns),
  }));
  await sql`
    update customers c set (${COLUMN_NAMES}) = row(${sql.join(NAMES.map((name) => sql.ref(`r.${name}`)))}),
        next_due_at = least(c.next_due_at, r.due), last_entry_at = r.at, updated_at = r.at
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (customer_id bigint, due timestamptz, at timestamptz, ${COLUMN_TYPES})
      where c.program_id = ${programId} and c.id = r.customer_id`.execute(tx);
}

interface TierEntered {
  customer_id: number;
  tier_id: number;
  at: number;
}

/** Inserts the history entries of customers that entered tiers. */
export async function insertTierEntries(
  tx: Tx,
  programId: number,
  entries: readonly TierEntered[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry, ord) => ({ ...entry, ord, at: moment(entry.at) }));
  await sql`
    insert into tier_entries (program_id, customer_id, tier_id, date, created_at)
      select ${programId}, customer_id, tier_id, at, at
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (ord int, customer_id bigint, tier_id bigint, at timestamptz)
        order by ord`.execute(tx);
}

const TYPES: Record<keyof FieldColumns, string> = {
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  birthday_day: 'smallint',
  birthday_month: 'smallint',
  birthday_year: 'smallint',
  next_birthday_at: 'timestamptz',
  email_marketing: 'text',
  sms_marketing: 'text',
  metadata: 'jsonb',
  tier_id: 'bigint',
  tier_started_at: 'timestamptz',
  tier_expires_at: 'timestamptz',
};
const NAMES = Object.keys(TYPES) as (keyof FieldColumns)[];
const COLUMN_NAMES = sql.raw(NAMES.join(', '));
const COLUMN_TYPES = sql.raw(NAMES.map((name) => `${name} ${TYPES[name]}`).join(', '));

function asJson(columns: FieldColumns): object {
  const { next_birthday_at, tier_started_at, tier_expires_at, ...rest } = columns;
  return {
    ...rest,
    next_birthday_at: moment(next_birthday_at),
    tier_started_at: moment(tier_started_at),
    tier_expires_at: moment(tier_expires_at),
  };
}
