import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { intervalAt, LAST_MS } from '../core/calendar.ts';
import { type Limit, type UsageCounter, windowStart } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';

/** The locked customer's counter; undefined: never used. */
export async function readUsage(
  tx: Tx,
  customer: CustomerRow,
  subjectId: number,
): Promise<UsageCounter | undefined> {
  return tx
    .selectFrom('usage_counters')
    .select(['total', 'window_start', 'window_count', 'last_at'])
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
}

/** A rule or a reward, as its counters see it. */
export interface Subject {
  id: number;
  limit: Limit | null;
}

/**
 * Whether the counter belongs to another interval or time zone than the subject has now: its last use lies in the
 * window of `at`, and yet it counts another window. A request that was under way while the program changed writes such
 * a counter. No decision may rest on it.
 */
export function isOfOtherTerms(
  counter: UsageCounter | undefined,
  limit: Limit | null,
  zone: string,
  at: number,
): boolean {
  if (!counter || counter.last_at === null) return false;
  const start = windowStart(limit, zone, at);
  return counter.window_start !== start && counter.last_at >= start;
}

/** Whether a counter at `at` counts the window of `date`: it is the present window, counted under the present terms. */
export function holdsWindow(
  counter: UsageCounter | undefined,
  limit: Limit | null,
  zone: string,
  at: number,
  date: number,
): boolean {
  const isPresent = windowStart(limit, zone, date) === windowStart(limit, zone, at);
  return isPresent && !isOfOtherTerms(counter, limit, zone, at);
}

/**
 * How often the locked customer completed a rule, for the limit of a completion that took place at `date` and is
 * recorded at `at`. A counter holds the current window only. For an earlier window the completions are counted.
 */
export async function findRuleUsage(
  tx: Tx,
  customer: CustomerRow,
  rule: Subject,
  zone: string,
  at: number,
  date: number = at,
): Promise<UsageCounter | undefined> {
  const usage = await readUsage(tx, customer, rule.id);
  if (!usage || holdsWindow(usage, rule.limit, zone, at, date)) return usage;
  const window_count = await countCompletions(tx, customer, rule, zone, date);
  return { ...usage, window_start: windowStart(rule.limit, zone, date), window_count };
}

/** How many completions of a rule by the locked customer hold a place in the window of `date`. */
export async function countCompletions(
  tx: Tx,
  customer: CustomerRow,
  rule: Subject,
  zone: string,
  date: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('activities')
    .select(sql<number>`count(distinct ${COMPLETION})`.as('count'))
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('rule_id', '=', rule.id)
    .where('date', '>=', ts(windowStart(rule.limit, zone, date)))
    .where('date', '<', ts(windowEnd(rule.limit, zone, date)))
    .where(holdsPlace)
    .executeTakeFirstOrThrow();
  return count;
}

/** Everything that an order gave by a rule, corrections included, is one completion of that rule. */
const COMPLETION = sql`(order_id, case when order_id is null then id end)`;

/** Whether another activity of the same order still completes the rule, after this one was undone. */
export async function isStillCompleted(tx: Tx, activity: ActivityOfOrder): Promise<boolean> {
  const { program_id, customer_id, rule_id, order_id, id } = activity;
  if (order_id === null) return false;
  const other = await tx
    .selectFrom('activities')
    .select('id')
    .where('program_id', '=', program_id)
    .where('order_id', '=', order_id)
    .where('customer_id', '=', customer_id)
    .where('rule_id', '=', rule_id)
    .where('id', '<>', id)
    .where(holdsPlace)
    .executeTakeFirst();
  return other !== undefined;
}

type ActivityOfOrder = Pick<
  Selectable<DB['activities']>,
  'program_id' | 'customer_id' | 'rule_id' | 'order_id' | 'id'
>;

/** A completion that was declined, or voided by its order, has given its place in the limit back. */
function holdsPlace(eb: ExpressionBuilder<DB, 'activities'>) {
  return eb.or([eb('state', 'in', ['pending', 'approved']), eb('voided_by_hand', '=', true)]);
}

/** Gives back the place of a completion that no longer holds one. */
export async function returnRulePlace(
  tx: Tx,
  customer: CustomerRow,
  rule: Subject,
  zone: string,
  date: number,
): Promise<void> {
  const usage = await readUsage(tx, customer, rule.id);
  if (!usage) return;
  const remaining = await tx
    .selectFrom('activities')
    .select((eb) => eb.fn.max('date').as('last'))
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('rule_id', '=', rule.id)
    .where(holdsPlace)
    .executeTakeFirst();
  const last = remaining?.last ?? null;
  await putUsage(tx, customer, rule.id, usedOnceLess(usage, rule.limit, zone, date, last));
}

function windowEnd(limit: Limit | null, zone: string, date: number): number {
  return limit?.interval ? intervalAt(limit.interval, zone, date).end : LAST_MS;
}

/**
 * The counter after one more use, recorded at `at`. A use with an earlier `date` belongs to the window of that date. It
 * counts in the current window only if that is the same one.
 */
export function usedOnceMore(
  counter: UsageCounter | undefined,
  limit: Limit | null,
  zone: string,
  at: number,
  date: number = at,
): UsageCounter {
  const start = windowStart(limit, zone, at);
  const counted = counter && counter.window_start === start ? counter.window_count : 0;
  return {
    total: (counter?.total ?? 0) + 1,
    window_start: start,
    window_count: counted + (windowStart(limit, zone, date) === start ? 1 : 0),
    last_at: Math.max(counter?.last_at ?? date, date),
  };
}

/**
 * The counter after a use from `usedAt` was taken back. `lastAt` is the moment of the latest remaining use. A use of an
 * earlier window no longer counts in this one.
 */
export function usedOnceLess(
  counter: UsageCounter,
  limit: Limit | null,
  zone: string,
  usedAt: number,
  lastAt: number | null,
): UsageCounter {
  const inWindow = windowStart(limit, zone, usedAt) === counter.window_start;
  return {
    total: Math.max(0, counter.total - 1),
    window_start: counter.window_start,
    window_count: Math.max(0, counter.window_count - (inWindow ? 1 : 0)),
    last_at: lastAt,
  };
}

/** Writes a counter of a customer that this transaction has locked. */
export async function putUsage(
  tx: Tx,
  customer: CustomerRow,
  subjectId: number,
  counter: UsageCounter,
): Promise<void> {
  const values = {
    total: counter.total,
    window_start: ts(counter.window_start),
    window_count: counter.window_count,
    last_at: counter.last_at === null ? null : ts(counter.last_at),
  };
  await tx
    .insertInto('usage_counters')
    .values({ program_id: customer.program_id, customer_id: customer.id, subject_id: subjectId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['program_id', 'customer_id', 'subject_id']).doUpdateSet(values),
    )
    .execute();
}
