import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import {
  type AddSums,
  addChanges,
  DAY_KEY,
  type DailySums,
  listWrongSums,
  TIER_THEN,
  type WrongSum,
} from './daily-sum-store.ts';
import type { ReportState } from './state-store.ts';

/** Counts the friends in changes, from a table or query, by day, and by the site and tier of their referrer. */
function referralsOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.day, s.site_id, coalesce(e.tier_id, 0) as tier_id, sum(s.asked)::bigint as asked, sum(s.used)::bigint as used,
        sum(s.completed)::bigint as completed
      from ${changes} s ${TIER_THEN}
      group by 1, 2, 3`;
}

const REFERRALS: DailySums = {
  kept_in: 'report_referrals',
  key: DAY_KEY,
  changes_in: 'referral_changes',
  sums: ['asked', 'used', 'completed'],
  sumsOf: referralsOf,
};

/** Adds changes of referrals to the figures of a generation, as `addChanges` does. */
export const addReferrals: AddSums = (tx, range, generation, limit) =>
  addChanges(tx, REFERRALS, range, generation, limit);

/** A step of a referral that its changes record too often or too rarely, compared with the referral itself. */
export interface WrongStep {
  referral_id: number;
  step: 'asked' | 'used' | 'completed';
  stored: number;
  summed: number;
}

/** Wrong sums of referrals of a day, compared with all their changes. */
export function listWrongReferrals(
  tx: Tx,
  { program_id, generation, referrals_to }: ReportState,
  most: number,
): Promise<WrongSum[]> {
  const counted = { program_id, generation, up_to: referrals_to };
  const all = (row: string) =>
    sql<number>`${sql.ref(`${row}.asked`)} + ${sql.ref(`${row}.used`)} + ${sql.ref(`${row}.completed`)}`;
  return listWrongSums(tx, REFERRALS, REFERRALS.changes_in, counted, all, most);
}

/**
 * Steps that were recorded too often or not at all. A friend that came by a link alone has no code, and so no step of
 * asking for one.
 */
export async function listWrongSteps(
  tx: Tx,
  { program_id }: ReportState,
  most: number,
): Promise<WrongStep[]> {
  const { rows } = await sql<WrongStep>`
    select referral_id, step, stored, summed
      from (
        select referral_id, sum(asked) as asked, sum(used) as used, sum(completed) as completed from referral_changes
          where program_id = ${program_id} group by referral_id
      ) changed
      full join (
        select id as referral_id, (code is not null)::int as asked, (used_at is not null)::int as used,
            (completed_at is not null)::int as completed
          from referrals where program_id = ${program_id}
      ) told using (referral_id)
      cross join lateral (values
        (1, 'asked', coalesce(changed.asked, 0), coalesce(told.asked, 0)),
        (2, 'used', coalesce(changed.used, 0), coalesce(told.used, 0)),
        (3, 'completed', coalesce(changed.completed, 0), coalesce(told.completed, 0))) steps (nth, step, stored, summed)
      where stored <> summed order by referral_id, nth limit ${most}`.execute(tx);
  return rows;
}
