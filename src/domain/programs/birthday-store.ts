import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

export interface BirthdayOfYear {
  month: number;
  day: number;
  /** The moment at which the next birthday begins, in ms. */
  next: number;
}

interface Batch {
  /** Customers above this id. */
  after: number;
  limit: number;
}

/**
 * Notes the next birthday of enrolled customers of one home site, if their birthday is known and the next one is not
 * noted yet. Returns the highest customer id of the batch; undefined: there were none.
 */
export async function setNextBirthdays(
  tx: Tx,
  programId: number,
  siteId: number,
  birthdays: readonly BirthdayOfYear[],
  { after, limit }: Batch,
): Promise<number | undefined> {
  const dates = birthdays.map(({ month, day, next }) => ({ month, day, next: timestampText(next) }));
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and site_id = ${siteId} and id > ${after} and enrolled_at is not null
          and birthday_month is not null and next_birthday_at is null
        order by id limit ${limit} for update
    ), waiting as (
      update customers c
        set version = version + 1, next_birthday_at = birthday.next, next_due_at = least(next_due_at, birthday.next)
        from taken, json_to_recordset(${JSON.stringify(dates)}::json) as birthday (month int, day int, next timestamptz)
        where c.program_id = ${programId} and c.id = taken.id
          and birthday.month = c.birthday_month and birthday.day = c.birthday_day
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/** Removes the noted next birthdays of customers; returns the same as `setNextBirthdays`. */
export async function forgetNextBirthdays(
  tx: Tx,
  programId: number,
  { after, limit }: Batch,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and id > ${after} and next_birthday_at is not null
        order by id limit ${limit} for update
    ), forgotten as (
      update customers c set version = version + 1, next_birthday_at = null
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}
