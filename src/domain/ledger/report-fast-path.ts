import type { NamedStatements } from '../../db/named-statements.ts';
import type { AnswerRecord } from '../core/transaction.ts';
import { guarded, type HotWrite, hotWrite, IS_HELD, runGuarded, text, type Versions } from './guarded.ts';
import { AWARD, AWARDED, awarded, firstDue, type GuardedAward, MOVES_POINTS } from './guarded-awards.ts';

const EARNED = AWARD({ columns: 'merchant_id', values: 'w.merchant_id', from: 'written w' });

/**
 * The statement for a report that completes rules, or for one that completes none. The latter does not set
 * `updated_at`, because each new `updated_at` sends a webhook about a change of the customer. A report that another
 * transaction recorded meanwhile violates the unique index, which undoes the whole statement.
 */
function reportStatement(earns: boolean): HotWrite {
  return hotWrite(
    earns ? 'record_activity' : 'record_activity_without_points',
    ({
      held,
      kept,
    }) => `${held(`name text, merchant_id text, channel text, date timestamptz, awaits_enrolment boolean, ${AWARDED}`)}, written as (
  update customers c set version = c.version + 1${earns ? MOVES_POINTS : ''}
    from held where ${IS_HELD}
    returning held.*
), report as (
  insert into reported_activities (program_id, customer_id, name, merchant_id, channel, date, created_at, awaits_enrolment)
    select $1::bigint, customer_id, name, merchant_id, channel, date, at, awaits_enrolment from written order by merchant_id
)${earns ? EARNED : ''}${kept('null', 'written w')}
select w.ord, ${earns ? '(select array_agg(id order by id) from activity where customer_id = w.customer_id)' : `'{}'::bigint[]`} as activity_ids
  from written w`,
  );
}

const REPORT = reportStatement(true);
const REPORT_WITHOUT_POINTS = reportStatement(false);

interface GuardedReport extends Versions {
  program_id: number;
  customer_id: number;
  report: {
    name: string;
    merchant_id: string | null;
    channel: string;
    date: number;
    awaits_enrolment: boolean;
  };
  /** In the order of the rules. */
  awards: readonly GuardedAward[];
  at: number;
}

/**
 * Writes a reported activity, with the points of the rules that it completes. Returns the ids of their activities;
 * undefined if the customer was written since `version` or is being written, if the program has another version, or if
 * the activity was reported before.
 * Then nothing was written.
 */
export async function reportGuarded(
  hot: NamedStatements,
  { program_id, customer_id, report, awards, at, ...versions }: GuardedReport,
  record: AnswerRecord | undefined,
): Promise<number[] | undefined> {
  const answer = await runGuarded<{ ord: number; activity_ids: number[] }>(
    hot,
    awards.length > 0 ? REPORT : REPORT_WITHOUT_POINTS,
    { program_id },
    {
      name: report.name,
      merchant_id: report.merchant_id,
      channel: report.channel,
      date: text(report.date),
      awaits_enrolment: report.awaits_enrolment,
      ...guarded(customer_id, versions, at, firstDue(awards)),
      ...awarded(awards),
    },
    record,
  );
  return answer?.activity_ids;
}
