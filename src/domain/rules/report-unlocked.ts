import { reportedDate } from '../core/reported-date.ts';
import type { Skipped } from '../core/transaction.ts';
import type { GuardedAward } from '../ledger/guarded-awards.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { reportGuarded } from '../ledger/report-fast-path.ts';
import { holdsWindow, usedOnceMore } from '../ledger/usage.ts';
import { type Program, type Rule, spendsInOneStatement, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { higherTier } from '../tiers/review-tier.ts';
import { rulesOfReport } from './activity-report.ts';
import type { RuleAction } from './award-completion.ts';
import { completionRefusals, flatAward } from './decide-completion.ts';
import type { MemberSnapshot } from './member-snapshot.ts';
import { readReportSnapshot } from './report-snapshot-store.ts';

interface Report {
  program: Program;
  name: string;
  customer_id: string;
  merchant_id: string | null;
  channel: Channel;
  date: number | null;
}

/** The result of a report without its activities. */
export interface ReportDraft {
  customer_id: number;
}

/**
 * Records a reported activity in one guarded statement, on the same decisions as under the lock. undefined: the
 * ordinary path must decide. This is so if the activity was reported before, gives a reward or raises the tier, and if
 * its customer is unknown or has due work.
 */
export async function reportUnlocked(
  deps: Deps,
  { program, name, customer_id, merchant_id, channel, date: told }: Report,
  { record }: Skipped<ReportDraft>,
): Promise<(ReportDraft & { actions: RuleAction[] }) | undefined> {
  if (!spendsInOneStatement(program)) return undefined;
  const now = deps.clock.now(program);
  const rules = rulesOfReport(program, name);
  const named = { customer_id, name, merchant_id };
  const ids = rules.map(({ id }) => id);
  const snapshot = await readReportSnapshot(deps.hot, program, named, ids, now);
  if (!snapshot || snapshot.is_known || snapshot.member.erased_at !== null) return undefined;
  const { member } = snapshot;
  if (member.next_due_at !== null && member.next_due_at <= now) return undefined;
  const at = entryMoment(now, member);
  const date = reportedDate(told, at);
  const given = decideAwards(program, snapshot, rules, date, at);
  if (!given) return undefined;
  const awaits_enrolment = member.enrolled_at === null && member.blocked_at === null;
  const guarded = {
    program_id: program.id,
    customer_id: member.id,
    version: member.version,
    configuration_version: program.configuration_version,
    report: { name, merchant_id, channel, date, awaits_enrolment },
    awards: given.map(({ award }) => award),
    at,
  };
  const draft = { customer_id: member.id };
  const activityIds = await reportGuarded(deps.hot, guarded, await record?.(draft));
  const actions = activityIds?.map((id, place) => {
    const { rule, award } = given[place]!;
    const { points, state, approves_at } = award;
    const variant = variantFor(rule, member.tier_id);
    const decided = { variant, points, state, approves_at };
    return { kind: 'earned_points_from_rule', id, rule, date, expires_at: null, ...decided } as const;
  });
  return actions && { ...draft, actions };
}

/**
 * The points of the rules that are open to the customer. undefined: one of them gives a reward or no points, its
 * counter must be counted again, or the points raise the tier.
 */
function decideAwards(
  program: Program,
  { member, usage, facts }: MemberSnapshot,
  rules: readonly Rule[],
  date: number,
  at: number,
): { rule: Rule; award: GuardedAward }[] | undefined {
  const zone = program.site(member.site_id)!.time_zone;
  const given: { rule: Rule; award: GuardedAward }[] = [];
  for (const rule of rules) {
    const counter = usage.get(rule.id);
    if (counter && !holdsWindow(counter, rule.limit, zone, at, date)) return undefined;
    if (!completionRefusals(rule, undefined, member, counter, zone, date).next().done) continue;
    const { points, state, approves_at } = flatAward(rule, variantFor(rule, member.tier_id), date, at);
    if (points === 0) return undefined;
    const counted = usedOnceMore(counter, rule.limit, zone, at, date);
    const award = {
      rule_id: rule.id,
      name: rule.name,
      points,
      state,
      approves_at,
      basis: null,
      usage: counted,
    };
    given.push({ rule, award });
  }
  if (program.settings.tier_boundary_mode !== 'points') return given;
  const earned = given.flatMap(({ award }) =>
    award.state === 'approved' ? { date: at, amount: award.points } : [],
  );
  if (earned.length === 0) return given;
  const moment = Math.max(at, member.tier_started_at ?? at);
  return higherTier(program, member, [...facts, ...earned], moment) ? undefined : given;
}
