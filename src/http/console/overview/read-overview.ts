import { localDate } from '../../../domain/core/calendar.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { ReportSpan } from '../../../domain/reports/periods.ts';
import { type Report, readReport } from '../../../domain/reports/read-report.ts';
import type { ReportName } from '../../../domain/reports/report-kinds.ts';
import { type ChosenSpan, chosenSpan, type SpanQuery } from '../span.ts';
import type { Visit } from '../visit.ts';
import { type Attention, readState } from './read-state.ts';

type Rows = Report['rows'];

/** The reports of a span, and of the one before it. */
interface Figures {
  overview: Rows;
  points: Rows;
  referrals: Rows;
}

export interface Overview {
  program: Program;
  span: ChosenSpan;
  zone: string;
  /** The moment up to which figures are counted, in ms; null: nothing is counted. */
  counted_at: number | null;
  now: Figures;
  before: Figures;
  rules: Rows;
  rewards: Rows;
  /** The members at the end of the span, by the key of their tier. */
  tiers: { key: string; members: number }[];
  attention: Attention;
  /** The mark of the shown state; null: the span ends before today, so its figures do not change. */
  mark: string | null;
}

/** Reads all figures of the overview, through the reports of the API. */
export async function readOverview(
  deps: Deps,
  { program, operator }: Pick<Visit, 'program' | 'operator'>,
  query: SpanQuery,
): Promise<Overview> {
  const zone = program.sites[0]!.time_zone;
  const today = localDate(deps.clock.now(program), zone);
  const span = chosenSpan(query, today, '30d');
  const read = async (name: ReportName, days: ReportSpan, filter: { tier?: string } = {}) =>
    readReport(deps, program, name, { from: days.from, to: days.to, interval: days.interval, ...filter });
  const whole: ReportSpan = { from: span.from, to: span.to, interval: 'month' };
  const end: ReportSpan = { from: span.to, to: span.to, interval: 'day' };
  const figures = async (days: ReportSpan) => {
    const [overview, points, referrals] = await Promise.all([
      read('overview', days),
      read('points', days),
      read('referrals', days),
    ]);
    return { report: overview, overview: overview.rows, points: points.rows, referrals: referrals.rows };
  };
  // This comes before the figures: a change in between then counts as a later change.
  const { mark, attention } = await readState(deps, program, operator);
  const [now, before, rules, rewards, tiers] = await Promise.all([
    figures(span),
    figures(span.before),
    read('rules', whole),
    read('rewards', whole),
    Promise.all(
      [...program.tiers, ...program.conditional_tiers].map(async ({ key }) => {
        const { rows } = await read('members', end, { tier: key });
        return { key, members: Number(rows.at(-1)?.members ?? 0) };
      }),
    ),
  ]);
  return {
    program,
    span,
    zone,
    counted_at: now.report.as_of.at,
    now,
    before,
    rules: rules.rows,
    rewards: rewards.rows,
    tiers,
    attention,
    mark: span.to < today ? null : mark,
  };
}
