import type { NamedStatements } from '../../db/named-statements.ts';
import { anyRow } from '../core/any-row.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Program } from '../programs/configuration.ts';
import { factSource } from '../tiers/fact-store.ts';
import {
  ASKED_OF_MEMBER,
  askedOfMember,
  MEMBER,
  type MemberAnswer,
  type MemberSnapshot,
  NAMED_MEMBER,
  readMember,
  statementBySource,
} from './member-snapshot.ts';

/** Everything that decides a reported activity of a known customer, read in one snapshot without a lock. */
export interface ReportSnapshot extends MemberSnapshot {
  /** The activity was reported before. */
  is_known: boolean;
}

const snapshotStatement = statementBySource(
  'report_snapshot',
  (source) => `
select q.ord, ${MEMBER(source)},
    ${anyRow('reported_activities where program_id = $1::bigint and name = q.name and merchant_id = q.merchant_id')} as is_known
  from json_to_recordset($2::json) as q (ord int, customer_key text, name text, merchant_id text, ${ASKED_OF_MEMBER})${NAMED_MEMBER}`,
);

/** Reads everything that decides a reported activity; undefined: its customer is not known. */
export async function readReportSnapshot(
  hot: NamedStatements,
  program: Program,
  report: { customer_id: string; name: string; merchant_id: string | null },
  ruleIds: readonly number[],
  now: number,
): Promise<ReportSnapshot | undefined> {
  // An activity counts towards a tier only if the program has tiers by points.
  const countsPoints = program.settings.tier_boundary_mode === 'points';
  const { customer_id, ...named } = report;
  const answer = await hot.runEach<MemberAnswer & { ord: number; is_known: boolean }>(
    snapshotStatement(countsPoints ? factSource(program) : 'none'),
    { program_id: program.id },
    { customer_key: platformKey(customer_id), ...named, ...askedOfMember(program, ruleIds, now) },
  );
  if (!answer) return undefined;
  const { ord: _, is_known, ...member } = answer;
  return { ...readMember(member), is_known };
}
