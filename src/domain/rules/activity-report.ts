import type { Selectable } from 'kysely';
import type { ReportedActivitiesTable } from '../../db/ledger-tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program, Rule } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import { type Completions, completeRules } from './complete-rules.ts';

/** An activity that a back end reported. Each pair of name and merchant_id is reported once. */
export type ActivityReport = Selectable<ReportedActivitiesTable> & { channel: Channel | null };

/** Whether orders complete a rule. No report completes such a rule. */
export function isCompletedByOrders(rule: Rule): boolean {
  return isCompletedBy(rule, 'order') || isCompletedBy(rule, 'friend');
}

/** The rules that a report of this name completes. */
export function rulesOfReport(program: Pick<Program, 'rules'>, name: string): Rule[] {
  return program.rules.filter((rule) => rule.name === name && !isCompletedByOrders(rule));
}

/**
 * Completes the rules of a report's name that are open to the locked customer; `at` is from `entryMoment`. A report
 * that was approved while it waited has no approval period any more.
 */
export function completeActivityReport(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  report: ActivityReport,
  at: number,
): Promise<Completions> {
  const rules = rulesOfReport(program, report.name);
  const { date, channel, merchant_id } = report;
  const approved = report.resolution === 'approved';
  const trigger = { date, at, channel, approved, source: { merchant_id } };
  return completeRules(tx, deps, program, customer, rules, trigger);
}
