import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReferralsTable } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { IncentiveTerms } from './incentive-reward.ts';

export type ReferralRow = Selectable<ReferralsTable>;

/**
 * The home site, in any program, of the customer with a referral id. An import may bring the referral id of another
 * program's customer: the customer who had it first keeps its links.
 */
export async function findReferrerHome(
  db: Kysely<DB>,
  referralId: string,
): Promise<{ program_id: number; site_id: number } | undefined> {
  return db
    .selectFrom('customers')
    .select(['program_id', 'site_id'])
    .where('referral_id', '=', referralId)
    .orderBy('created_at')
    .orderBy('program_id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a customer of the program has this email, in upper or lower case. */
export async function hasCustomerOfEmail(tx: Tx, programId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', programId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another customer had this email before a moment. */
export async function hasOlderCustomer(
  tx: Tx,
  than: CustomerRow,
  email: string,
  before: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', than.program_id)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('id', '<>', than.id)
    .where('created_at', '<', ts(before))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes other requests for the same key wait until the transaction ends. The lock key is two int4s, because the
 * listings' horizon reads every lock with one bigint as its key.
 */
export async function lockKey(tx: Tx, key: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key.readInt32BE(0)}::int4, ${key.readInt32BE(4)}::int4)`.execute(
    tx,
  );
}

export async function findByReferee(
  tx: Tx,
  programId: number,
  refereeKeys: readonly Buffer[],
): Promise<ReferralRow | undefined> {
  return tx
    .selectFrom('referrals')
    .selectAll()
    .where('program_id', '=', programId)
    .where('referee_key', '=', sql<Buffer>`any(${refereeKeys}::bytea[])`)
    .orderBy('id')
    .executeTakeFirst();
}

/** How many friends of a customer bought since a moment. */
export async function countBrought(tx: Tx, referrer: CustomerRow, since: number): Promise<number> {
  const { count } = await ofReferrer(tx, referrer)
    .where('completed_at', '>=', ts(since))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many codes were given through a customer's link since a moment. */
export async function countGiven(tx: Tx, referrer: CustomerRow, since: number): Promise<number> {
  const { count } = await ofReferrer(tx, referrer)
    .where('created_at', '>=', ts(since))
    .where('code', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

function ofReferrer(tx: Tx, referrer: CustomerRow) {
  return tx
    .selectFrom('referrals')
    .select(sql<number>`count(*)`.as('count'))
    .where('program_id', '=', referrer.program_id)
    .where('referrer_id', '=', referrer.id);
}

/** How many friends came from one address since a moment, by any referrer. */
export async function countFromAddress(
  tx: Tx,
  programId: number,
  addressKeys: readonly Buffer[],
  since: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('referrals')
    .select(sql<number>`count(*)`.as('count'))
    .where('program_id', '=', programId)
    .where('address_key', '=', sql<Buffer>`any(${addressKeys}::bytea[])`)
    .where('created_at', '>=', ts(since))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a claim, a friend or a pool has the code already. */
export async function isCodeKnown(tx: Tx, programId: number, codeKey: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from claimed_rewards where program_id = ${programId} and code_key = ${codeKey})
        or exists (select from voucher_codes where program_id = ${programId} and code_key = ${codeKey})
        or exists (select from referrals where program_id = ${programId} and code_key = ${codeKey}) as known`.execute(
    tx,
  );
  return rows[0]!.known;
}

export interface NewReferral {
  referrer: CustomerRow;
  referee_key: Buffer;
  referee_email: string | null;
  address_key: Buffer;
  code: string;
  code_key: string;
  currency: string;
  currency_rate: number;
  /** The terms of the voucher with the code. */
  terms: IncentiveTerms;
  at: number;
}

/** Inserts a friend's incentive. Returns false if its code belongs to another friend. */
export async function insertReferral(
  tx: Tx,
  { referrer, terms, at, ...referral }: NewReferral,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('referrals')
    .values({
      program_id: referrer.program_id,
      referrer_id: referrer.id,
      ...referral,
      terms: JSON.stringify(terms),
      created_at: ts(at),
    })
    .onConflict((conflict) =>
      conflict.columns(['program_id', 'code_key']).where('code_key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
