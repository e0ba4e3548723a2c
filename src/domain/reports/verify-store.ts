import { sql } from 'kysely';
import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import { listWrongCohorts, type WrongCohort } from './cohort-store.ts';
import { transactionsWithin } from './contribution-store.ts';
import type { WrongSum } from './daily-sum-store.ts';
import { FIGURE_KEY, figuresOf, LATE_KEY, lateFlowsOf, MONTH_KEY, monthsOf } from './figure-store.ts';
import { listWrongMembers } from './member-store.ts';
import { listWrongReferrals, listWrongSteps, type WrongStep } from './referral-store.ts';
import {
  listWrongLateSales,
  listWrongOrders,
  listWrongSales,
  type WrongLate,
  type WrongOrder,
} from './sales-store.ts';
import { findState, type ReportState } from './state-store.ts';

/** A figure that differs from the sum of its transactions, or of its days. */
export interface WrongFigure {
  /** YYYY-MM-DD, or YYYY-MM for the sum of a month's days. */
  day: string;
  site_id: number;
  tier_id: number;
  rule_id: number;
  reward_id: number;
  flow: string;
  stored: number;
  summed: number;
}

/** A customer whose vintages differ from the sum of the customer's transactions. */
export interface WrongBalance {
  customer_id: number;
  stored: number;
  summed: number;
}

/** A vintage whose rest differs from the rest by its ages. */
export interface WrongVintage {
  vintage: string;
  stored: number;
  summed: number;
}

export interface VerifiedFigures {
  figures: number;
  counted_to: number;
  /**
   * Sums of cohorts by tier are compared up to this transaction: after an upgrade they may be counted less far than all
   * others.
   */
  tier_cohorts_to: number;
  /** The first MOST_WRONG of each kind. */
  wrong: WrongFigure[];
  wrong_balances: WrongBalance[];
  wrong_vintages: WrongVintage[];
  wrong_cohorts: WrongCohort[];
  wrong_members: WrongSum[];
  wrong_sales: WrongSum[];
  wrong_referrals: WrongSum[];
  wrong_steps: WrongStep[];
  wrong_orders: WrongOrder[];
  wrong_late: (WrongLate & { flow: string })[];
  wrong_late_sales: WrongLate[];
}

const NOTHING_WRONG = {
  wrong: [],
  wrong_balances: [],
  wrong_vintages: [],
  wrong_cohorts: [],
  wrong_members: [],
  wrong_sales: [],
  wrong_referrals: [],
  wrong_steps: [],
  wrong_orders: [],
  wrong_late: [],
  wrong_late_sales: [],
};

/** The most wrong figures of each kind that are listed. */
export const MOST_WRONG = 1_000;

/** Compares a program's stored figures with its transactions, in one snapshot and without a lock. */
export async function verifyFigures(deps: Pick<CoreDeps, 'db'>, programId: number): Promise<VerifiedFigures> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const state = await findState(tx, programId);
      if (!state) return { figures: 0, counted_to: 0, tier_cohorts_to: 0, ...NOTHING_WRONG };
      const { generation, counted_to, tier_cohorts_to } = state;
      const range = { program_id: programId, above: 0, up_to: counted_to };
      const { rows } = await sql<WrongFigure>`
        select ${FIGURE_KEY}, coalesce(kept.points, 0)::bigint as stored, coalesce(summed.points, 0)::bigint as summed
          from (select * from report_figures where program_id = ${programId} and generation = ${generation}) kept
          full join (${figuresOf(transactionsWithin(range))}) summed using (${FIGURE_KEY})
          where kept.points is distinct from summed.points or kept.transactions is distinct from summed.transactions
          order by ${FIGURE_KEY} limit ${MOST_WRONG}`.execute(tx);
      const { rows: months } = await sql<Omit<WrongFigure, 'day'> & { month: string }>`
        select ${MONTH_KEY}, coalesce(kept.points, 0)::bigint as stored, coalesce(summed.points, 0)::bigint as summed
          from (select * from report_months where program_id = ${programId} and generation = ${generation}) kept
          full join (${monthsOf(sql`(select * from report_figures where program_id = ${programId} and generation = ${generation}) days`)}) summed
            using (${MONTH_KEY})
          where kept.points is distinct from summed.points or kept.transactions is distinct from summed.transactions
          order by ${MONTH_KEY} limit ${MOST_WRONG}`.execute(tx);
      const { rows: counts } = await sql<{ count: number }>`
        select count(*) as count from report_figures where program_id = ${programId} and generation = ${generation}`.execute(
        tx,
      );
      return {
        figures: counts[0]!.count,
        counted_to,
        tier_cohorts_to,
        wrong: [...rows, ...months.map(({ month, ...rest }) => ({ day: month.slice(0, 7), ...rest }))],
        wrong_balances: await listWrongBalances(tx, state),
        wrong_vintages: await listWrongVintages(tx, state),
        wrong_cohorts: await listWrongCohorts(tx, state, MOST_WRONG),
        wrong_members: await listWrongMembers(tx, state, MOST_WRONG),
        wrong_sales: await listWrongSales(tx, state, MOST_WRONG),
        wrong_referrals: await listWrongReferrals(tx, state, MOST_WRONG),
        wrong_steps: await listWrongSteps(tx, state, MOST_WRONG),
        wrong_orders: await listWrongOrders(tx, state, MOST_WRONG),
        wrong_late: await listWrongLate(tx, state),
        wrong_late_sales: await listWrongLateSales(tx, state, MOST_WRONG),
      };
    });
}

async function listWrongLate(
  tx: Tx,
  { program_id, generation, counted_to }: ReportState,
): Promise<VerifiedFigures['wrong_late']> {
  const range = { program_id, above: 0, up_to: counted_to };
  const { rows } = await sql<VerifiedFigures['wrong_late'][number]>`
    select ${LATE_KEY}, coalesce(kept.points, 0)::bigint as stored, coalesce(summed.points, 0)::bigint as summed
      from (select * from report_late where program_id = ${program_id} and generation = ${generation}) kept
      full join (${lateFlowsOf(transactionsWithin(range))}) summed using (${LATE_KEY})
      where kept.points is distinct from summed.points or kept.transactions is distinct from summed.transactions
      order by ${LATE_KEY} limit ${MOST_WRONG}`.execute(tx);
  return rows;
}

async function listWrongBalances(
  tx: Tx,
  { program_id, generation, counted_to }: ReportState,
): Promise<WrongBalance[]> {
  const { rows } = await sql<WrongBalance>`
    select customer_id, coalesce(stored, 0)::bigint as stored, coalesce(summed, 0)::bigint as summed
      from (
        select customer_id, sum(points_left) as stored from report_vintages
          where program_id = ${program_id} and generation = ${generation} group by customer_id
      ) kept
      full join (
        select customer_id, sum(points_approved) as summed from transactions
          where program_id = ${program_id} and id <= ${counted_to} group by customer_id
      ) booked using (customer_id)
      where coalesce(stored, 0) <> coalesce(summed, 0) order by customer_id limit ${MOST_WRONG}`.execute(tx);
  return rows;
}

async function listWrongVintages(tx: Tx, { program_id, generation }: ReportState): Promise<WrongVintage[]> {
  const { rows } = await sql<WrongVintage>`
    select vintage, coalesce(stored, 0)::bigint as stored, coalesce(summed, 0)::bigint as summed
      from (
        select vintage, sum(points_left) as stored from report_vintages
          where program_id = ${program_id} and generation = ${generation} group by vintage
      ) kept
      full join (
        select vintage, sum(got - undone - redeemed - expired) as summed from report_ages
          where program_id = ${program_id} and generation = ${generation} group by vintage
      ) aged using (vintage)
      where coalesce(stored, 0) <> coalesce(summed, 0) order by vintage limit ${MOST_WRONG}`.execute(tx);
  return rows;
}
