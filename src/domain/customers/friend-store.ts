import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';

/**
 * Changes the email of a friend that is known by an email alone, when its customer gets another email. So the
 * customer's purchase still completes the referral, and the customer's erasure finds the email.
 */
export async function renameFriend(
  tx: Tx,
  programId: number,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === null || before === after) return;
  await sql`
    update referrals set referee_email = ${after}
      where program_id = ${programId} and referee_id is null and referee_email is not null
        and lower(referee_email) = lower(${before}::text)`.execute(tx);
}
