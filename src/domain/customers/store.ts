import { type Kysely, sql } from 'kysely';
import type { Consent } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Birthday } from '../core/calendar.ts';
import { isConstraintViolation } from '../core/database-errors.ts';
import type { Random } from '../core/deps.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { randomCode } from '../core/random-code.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';
import { markDue } from './due-store.ts';

interface NewCustomer {
  program_id: number;
  site_id: number;
  merchant_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  birthday: Birthday | null;
  email_marketing: Consent;
  sms_marketing: Consent;
  referred_by: number | null;
  /** The customer is a guest whose merchant_id is its email, because no other id was given. */
  named_by_email?: boolean;
}

/** Inserts a customer, locked. Returns undefined if its merchant_id or its email is taken. */
export async function insertCustomer(
  tx: Tx,
  random: Random,
  customer: NewCustomer,
  at: number,
): Promise<CustomerRow | undefined> {
  return tx
    .insertInto('customers')
    .values({
      program_id: customer.program_id,
      site_id: customer.site_id,
      merchant_id: customer.merchant_id,
      merchant_key: platformKey(customer.merchant_id),
      email: customer.email,
      first_name: customer.first_name,
      last_name: customer.last_name,
      birthday_month: customer.birthday?.month ?? null,
      birthday_day: customer.birthday?.day ?? null,
      birthday_year: customer.birthday?.year ?? null,
      email_marketing: customer.email_marketing,
      sms_marketing: customer.sms_marketing,
      referred_by: customer.referred_by,
      named_by_email: customer.named_by_email ?? false,
      referral_id: randomCode(random, 12),
      last_entry_at: ts(at),
      created_at: ts(at),
      updated_at: ts(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setEnrolled(tx: Tx, customer: CustomerRow, at: number): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ enrolled_at: ts(at), last_entry_at: ts(at), updated_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type CustomerFields = Partial<
  Pick<
    CustomerRow,
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'birthday_day'
    | 'birthday_month'
    | 'birthday_year'
    | 'next_birthday_at'
    | 'blocked_at'
    | 'metadata'
  >
>;

/** Writes fields of the locked customer. Throws email_already_in_use if another customer has the email. */
export async function updateFields(
  tx: Tx,
  customer: CustomerRow,
  { next_birthday_at, blocked_at, metadata, ...fields }: CustomerFields,
  at: number,
): Promise<CustomerRow> {
  const moment = (ms: number | null) => (ms === null ? null : ts(ms));
  try {
    return await tx
      .updateTable('customers')
      .set({
        ...fields,
        ...(next_birthday_at !== undefined && { next_birthday_at: moment(next_birthday_at) }),
        ...(blocked_at !== undefined && { blocked_at: moment(blocked_at) }),
        ...(metadata && { metadata: sql<object>`${JSON.stringify(metadata)}::jsonb` }),
        updated_at: ts(at),
      })
      .where('program_id', '=', customer.program_id)
      .where('id', '=', customer.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (fields.email === undefined || !isConstraintViolation(error)) throw error;
    throw new DomainError('email_already_in_use', 'Another customer of the program has this email.');
  }
}

export async function updateBirthday(
  tx: Tx,
  customer: CustomerRow,
  { day, month, year }: Required<Birthday>,
  at: number,
): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ birthday_day: day, birthday_month: month, birthday_year: year, updated_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes the next birthday of the locked customer and makes the customer due then. */
export async function updateNextBirthday(tx: Tx, customer: CustomerRow, next: number): Promise<CustomerRow> {
  const after = await tx
    .updateTable('customers')
    .set({ next_birthday_at: ts(next) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return markDue(tx, after, next);
}

export async function updateEmailConsent(
  tx: Tx,
  customer: CustomerRow,
  consent: Consent,
  at: number,
): Promise<CustomerRow> {
  return tx
    .updateTable('customers')
    .set({ email_marketing: consent, updated_at: ts(at) })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The customer with a name; for a merged customer, its survivor. */
export async function findByMerchantKey(
  db: Kysely<DB>,
  programId: number,
  merchantKey: string,
): Promise<CustomerRow | undefined> {
  return survivorOf(db, programId).where('named.merchant_key', '=', merchantKey).executeTakeFirst();
}

/** The customer with an email, in upper or lower case. */
export async function findByEmail(
  db: Kysely<DB>,
  programId: number,
  email: string,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

/** The customer with an id, even if it was erased; for a merged customer, its survivor. */
export async function findCustomerById(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  return survivorOf(db, programId).where('named.id', '=', id).executeTakeFirst();
}

/** The id of the customer that a referral id names. */
export async function findReferrerId(
  db: Kysely<DB>,
  programId: number,
  referralId: string,
): Promise<number | undefined> {
  const referrer = await survivorOf(db, programId)
    .where('named.referral_id', '=', referralId)
    .executeTakeFirst();
  return referrer?.id;
}

/** The customer `named`, or its survivor. */
function survivorOf(db: Kysely<DB>, programId: number) {
  return db
    .selectFrom('customers as named')
    .innerJoin('customers as c', (join) =>
      join
        .onRef('c.program_id', '=', 'named.program_id')
        .on('c.id', '=', (eb) => eb.fn.coalesce('named.merged_into', 'named.id')),
    )
    .selectAll('c')
    .where('named.program_id', '=', programId);
}
