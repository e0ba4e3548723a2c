import { localDate } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';
import { currencyDigits } from '../core/money.ts';
import { beginReading } from '../listings/begin-reading.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type Deferral, readDeferrals } from './deferral.ts';
import {
  isDay,
  listPeriods,
  monthAfter,
  periodName,
  type ReportInterval,
  type ReportSpan,
  spanMistakes,
} from './periods.ts';
import { readPointValue } from './point-value.ts';
import type { ReportValue, Worth } from './report-columns.ts';
import {
  hasMoney,
  hasSales,
  REPORT_FILTERS,
  type ReportFilter,
  type ReportName,
  reportKind,
} from './report-kinds.ts';
import { cellsOf, hasMoved, partsBySubject } from './sheet.ts';
import type { FigureFilter, Subject } from './sheet-source-store.ts';
import { type AsOf, type LateFlow, type LateSales, readSheet } from './sheet-store.ts';

/** The question of a caller. It names sites, tiers, rules and rewards by their keys in the program file. */
export interface ReportRequest {
  from?: string | undefined;
  to?: string | undefined;
  interval?: ReportInterval | undefined;
  site?: string | undefined;
  tier?: string | undefined;
  rule?: string | undefined;
  reward?: string | undefined;
}

export interface Report {
  name: ReportName;
  from: string;
  to: string;
  interval: ReportInterval;
  /**
   * The zone of the requested site, or of the program's first site. Each customer's days are those of its own home
   * site.
   */
  zone: string;
  as_of: AsOf;
  /** For a report with amounts of money: their currency, and the value of a point in units of it; null: not known. */
  currency?: string;
  point_value?: number | null;
  rows: Record<string, ReportValue>[];
  /**
   * Flows that are booked in the months of the report, although their dates are in closed months; in the whole program.
   */
  late: LateFlow[];
  /** The same for net sales, in units of the currency, if the report has net sales. */
  late_sales?: LateSalesOfMonth[];
}

type LateSalesOfMonth = Omit<LateSales, 'net_minor'> & { net_sales: number };

/**
 * Reads a report. Without dates it has twelve months, and the present month is the last. Throws invalid_request, with
 * the mistakes by parameter, for an unknown key, and for a span that is empty or has too many periods.
 */
export async function readReport(
  deps: Pick<Deps, 'db' | 'replicas' | 'clock'>,
  program: Program,
  name: ReportName,
  request: ReportRequest,
): Promise<Report> {
  const mistakes = reportMistakes(deps, program, name, request);
  const [first] = Object.entries(mistakes);
  if (first) throw new DomainError('invalid_request', `${first[0]} ${first[1]}.`, { details: mistakes });
  const { read } = await beginReading(deps, null);
  return read((source) => readFigures(source, program, name, request));
}

async function readFigures(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  name: ReportName,
  request: ReportRequest,
): Promise<Report> {
  const zone = zoneOf(program, request);
  const span = spanOf(deps, program, request);
  const periods = listPeriods(span);
  const { subject, sources } = reportKind(name);
  const filter = filterOf(program, request);
  const wanted = { program_id: program.id, span, filter, subject, sources };
  const { as_of, parts, late, late_sales } = await readSheet(deps, wanted);
  const money = hasMoney(name) ? await moneyOf(deps, program, span) : undefined;
  const worth = worthBy(program, money?.point_value ?? null);
  const deferrals =
    name === 'deferred_revenue'
      ? await readDeferrals(deps, program, span.to.slice(0, 7), money?.point_value ?? 0)
      : undefined;
  const view = { name, span, periods, worth, deferrals };
  const rows = subject
    ? [...partsBySubject(parts)].flatMap(([id, own]) =>
        // A customer may have no tier, so subject 0 (no tier) has rows. Points without a rule or a reward belong to no
        // row.
        id === 0 && subject !== 'tier' ? [] : rowsOf(view, own, { [subject]: keyOf(program, subject, id) }),
      )
    : rowsOf(view, parts);
  return {
    ...{ name, ...span, zone, as_of, ...money },
    rows: subject ? inOrder(rows) : rows,
    late,
    ...(hasSales(name) && { late_sales: late_sales.map((one) => inUnits(one, worth)) }),
  };
}

function inUnits({ net_minor, ...months }: LateSales, { ofMinor }: Worth): LateSalesOfMonth {
  return { ...months, net_sales: ofMinor(net_minor) };
}

/** The value of a point at the last month of the span. */
async function moneyOf(deps: Pick<Deps, 'db'>, program: Program, { to }: ReportSpan) {
  const { currency } = program;
  const minor = await readPointValue(deps, program, to.slice(0, 7));
  return { currency, point_value: minor === null ? null : minor / 10 ** currencyDigits(currency) };
}

function worthBy({ currency }: Program, pointValue: number | null): Worth {
  const unit = 10 ** currencyDigits(currency);
  return {
    ofPoints: (points) => (pointValue === null ? null : Math.round(points * pointValue * unit) / unit),
    ofMinor: (minor) => minor / unit,
  };
}

/** The mistakes of a request, by parameter. */
export function reportMistakes(
  deps: Pick<Deps, 'clock'>,
  program: Program,
  name: ReportName,
  request: ReportRequest,
): Record<string, string> {
  const { filters, monthly } = reportKind(name);
  const mistakes = REPORT_FILTERS.flatMap((filter) => {
    if (request[filter] === undefined) return [];
    if (!filters.includes(filter)) return [[filter, 'is no filter of this report']];
    return findEntry(program, filter, request[filter]) ? [] : [[filter, `is no ${filter} of the program`]];
  });
  const span = spanOf(deps, program, request);
  return {
    ...ofGivenEnds(spanMistakes(span), request),
    ...(monthly && span.interval !== 'month' && { interval: 'must be month in this report' }),
    ...Object.fromEntries(mistakes),
  };
}

/** An end that the caller did not give follows from the given one. If both are wrong, only the given one is told. */
function ofGivenEnds(mistakes: Record<string, string>, { from, to }: ReportRequest): Record<string, string> {
  if (!mistakes.from || !mistakes.to || (from !== undefined && to !== undefined)) return mistakes;
  return from === undefined ? { to: mistakes.to } : { from: mistakes.from };
}

function zoneOf(program: Program, { site }: ReportRequest): string {
  return (program.sites.find(({ key }) => key === site) ?? program.sites[0]!).time_zone;
}

function spanOf(deps: Pick<Deps, 'clock'>, program: Program, request: ReportRequest): ReportSpan {
  const { from, to, interval = 'month' } = request;
  const today = localDate(deps.clock.now(program), zoneOf(program, request));
  const until = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? firstOfYear(until), to: until, interval };
}

/**
 * The first day of the month eleven months earlier. A text that is not a day is returned unchanged, so that it is
 * refused later.
 */
function firstOfYear(day: string): string {
  return isDay(day) ? monthAfter(day, -11) : day;
}

interface View {
  name: ReportName;
  span: ReportSpan;
  periods: readonly string[];
  worth: Worth;
  /** By the first day of the period. */
  deferrals: ReadonlyMap<string, Deferral> | undefined;
}

function rowsOf(
  { name, span, periods, worth, deferrals }: View,
  parts: Parameters<typeof cellsOf>[0],
  subject: Record<string, ReportValue> | null = null,
): Record<string, ReportValue>[] {
  const columns = Object.entries(reportKind(name).columns);
  return cellsOf(parts, periods).flatMap((cell, index) => {
    if (subject && !hasMoved(cell)) return [];
    const period = periods[index]!;
    const whole = { ...cell, deferral: deferrals?.get(period) };
    const values = columns.map(([column, { of }]) => [column, of(whole, worth)] as const);
    return [{ period: periodName(period, span.interval), ...subject, ...Object.fromEntries(values) }];
  });
}

/** Sorted by period; within a period subjects keep their order. */
function inOrder(rows: Record<string, ReportValue>[]): Record<string, ReportValue>[] {
  return rows.sort((a, b) => (a.period! < b.period! ? -1 : a.period! > b.period! ? 1 : 0));
}

function entriesOf(program: Program, kind: ReportFilter): readonly { id: number; key: string }[] {
  if (kind === 'site') return program.sites;
  if (kind === 'tier') return [...program.tiers, ...program.conditional_tiers];
  return kind === 'rule' ? program.rules : program.rewards;
}

function findEntry(program: Program, kind: ReportFilter, key: string | undefined) {
  return entriesOf(program, kind).find((entry) => entry.key === key);
}

/** null: no tier, rule or reward. A tier that left the program is also found, by its id. */
function keyOf(program: Program, subject: Subject, id: number): string | null {
  if (id === 0) return null;
  if (subject === 'cohort') return `${Math.floor(id / 12)}-${String((id % 12) + 1).padStart(2, '0')}`;
  const entry =
    subject === 'tier' ? program.tier(id) : entriesOf(program, subject).find((one) => one.id === id);
  return entry?.key ?? String(id);
}

function filterOf(program: Program, request: ReportRequest): FigureFilter {
  const idOf = (kind: ReportFilter) => findEntry(program, kind, request[kind])?.id ?? null;
  return { site_id: idOf('site'), tier_id: idOf('tier'), rule_id: idOf('rule'), reward_id: idOf('reward') };
}
