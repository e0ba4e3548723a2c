import type { Kysely } from 'kysely';
import type { Consent, DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Random } from '../../deps.ts';
import type { Birthday } from '../calendar.ts';
import { randomCode } from '../random-code.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { platformKey } from './customer-key.ts';

export interface NewCustomer {
  program_id: number;
  site_id: number;
  merchant_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  birthday: Birthday | null;
  email_marketing: Consent;
  sms_marketing: Consent;
}

/** Inserts a customer, locked; undefined when its merchant_id or its email is taken. */
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

export async function findByMerchantKey(
  db: Kysely<DB>,
  programId: number,
  merchantKey: string,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where('merchant_key', '=', merchantKey)
    .executeTakeFirst();
}

export async function findCustomerById(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst();
}
