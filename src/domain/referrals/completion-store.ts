import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReferralsTable } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

export type ReferralRow = Selectable<ReferralsTable>;

/**
 * The open incentive of a friend that a purchase redeems, or that was given to its buyer's email, if another customer
 * referred the friend. An incentive whose code was used comes first.
 */
export async function findOpenReferral(
  db: Kysely<DB>,
  programId: number,
  purchase: { customer_id: number | null; code_keys: readonly string[]; emails: readonly string[] },
): Promise<ReferralRow | undefined> {
  const { customer_id, code_keys, emails } = purchase;
  if (code_keys.length + emails.length === 0) return undefined;
  const redeemed = sql<boolean>`coalesce(code_key = any(${code_keys}::text[]), false)`;
  return db
    .selectFrom('referrals')
    .selectAll()
    .where('program_id', '=', programId)
    .where((eb) =>
      eb.or([
        eb('code_key', '=', sql<string>`any(${code_keys}::text[])`),
        ...emails.map((email) =>
          eb.and([
            eb('referee_email', 'is not', null),
            eb(sql<string>`lower(referee_email)`, '=', sql<string>`lower(${email})`),
          ]),
        ),
      ]),
    )
    .where('completed_at', 'is', null)
    .where('referrer_id', 'is distinct from', customer_id)
    .orderBy(redeemed, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether an earlier purchase of a customer already completed a referral. */
export async function wasBrought(db: Kysely<DB>, programId: number, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('referrals')
    .select('id')
    .where('program_id', '=', programId)
    .where('referee_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Completion {
  referee_id: number;
  order_id: number;
  at: number;
}

/**
 * Completes a friend's open referral, whose referrer is locked. Returns its id; undefined if another order completed
 * it.
 */
export async function updateCompleted(
  tx: Tx,
  referral: ReferralRow,
  { at, ...completion }: Completion,
): Promise<number | undefined> {
  const updated = await tx
    .updateTable('referrals')
    .set({ ...completion, completed_at: ts(at) })
    .where('program_id', '=', referral.program_id)
    .where('id', '=', referral.id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated?.id;
}

/** Inserts a completed referral of a friend that came by a link without an incentive. Returns its id. */
export async function insertCompleted(
  tx: Tx,
  referrer: CustomerRow,
  refereeKey: Buffer,
  { at, ...completion }: Completion,
): Promise<number> {
  const { id } = await tx
    .insertInto('referrals')
    .values({
      program_id: referrer.program_id,
      referrer_id: referrer.id,
      referee_key: refereeKey,
      ...completion,
      created_at: ts(at),
      completed_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes the activity that the referrer got for a completed referral. */
export async function updateActivity(
  tx: Tx,
  programId: number,
  referralId: number,
  activityId: number,
): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ activity_id: activityId })
    .where('program_id', '=', programId)
    .where('id', '=', referralId)
    .execute();
}

/** Notes the referrer of the locked customer. */
export async function updateReferredBy(
  tx: Tx,
  referee: CustomerRow,
  referrerId: number,
  at: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ referred_by: referrerId, updated_at: ts(at) })
    .where('program_id', '=', referee.program_id)
    .where('id', '=', referee.id)
    .execute();
}
