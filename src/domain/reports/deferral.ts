import { type DeferredPeriod, deferRevenue } from '../books/deferred-revenue.ts';
import { forecastRedemptions, isCredible, type RedemptionForecast } from '../books/redemption-forecast.ts';
import { currencyDigits } from '../core/money.ts';
import { sum } from '../core/sum.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { PURCHASE_KINDS } from '../programs/rule-kinds.ts';
import { type AgeRow, readAges } from './age-store.ts';
import { listKeptValues } from './closed-month-store.ts';
import { monthName, monthNumber, triangleOf } from './forecast.ts';
import { FIRST_DAY, lastDayOf, presentMonth } from './periods.ts';
import { readSheet, type SheetPart } from './sheet-store.ts';

/** The deferred revenue of a month. */
export interface Deferral extends DeferredPeriod {
  /** Points that orders gave, minus those that were taken back. */
  points: number;
  /** The part of all points that is expected to be redeemed, as known at the month's end; null: too little history. */
  expected_rate: number | null;
}

type Sold = { sales_minor: number; points: number };

/**
 * The deferred revenue of all months up to one, YYYY-MM, by their first days. A closed month keeps the value of a point
 * in its books; `pointValue`, in units of the program's currency, is the value for other months.
 */
export async function readDeferrals(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  through: string,
  pointValue: number,
): Promise<ReadonlyMap<string, Deferral>> {
  const { db, clock } = deps;
  if (db.isTransaction) return readIn({ db, clock }, program, through, pointValue);
  // One snapshot for all reads.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readIn({ db: tx, clock }, program, through, pointValue));
}

async function readIn(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  through: string,
  pointValue: number,
): Promise<ReadonlyMap<string, Deferral>> {
  const { parts } = await readSheet(deps, {
    program_id: program.id,
    span: { from: FIRST_DAY, to: lastDayOf(through), interval: 'month' },
    filter: { site_id: null, tier_id: null, rule_id: null, reward_id: null },
    subject: 'rule',
    sources: ['flows', 'sales'],
  });
  const { rows } = await readAges(deps, program.id);
  const kept = await listKeptValues(deps.db, program.id);
  const unit = 10 ** currencyDigits(program.currency);
  const sold = soldByMonth(program, parts);
  const first = Math.min(...sold.keys());
  const present = monthNumber(presentMonth(deps, program));
  // Nothing is recognised after the last month in which something is known.
  const known = Math.max(present, ...sold.keys(), ...rows.map(({ month }) => month));
  const last = Math.min(monthNumber(through), known);
  if (first > last) return new Map();
  const outlook = new Outlook(rows, present - 1);
  const months = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const periods = months.map((month) => ({
    ...(sold.get(month) ?? { sales_minor: 0, points: 0 }),
    point_value_minor: (kept.get(monthName(month)) ?? pointValue) * unit,
    expected_rate: outlook.rateAt(month) ?? 1,
    redemptions: months.filter((later) => later >= month).map((later) => outlook.redemptionsOf(month, later)),
  }));
  const deferrals = deferRevenue(periods).map((row, index) => ({
    ...row,
    points: periods[index]!.points,
    expected_rate: outlook.rateAt(months[index]!),
  }));
  const carried = carryOn(deferrals.at(-1)!);
  return new Map(
    Array.from({ length: monthNumber(through) - first + 1 }, (_, index) => [
      `${monthName(first + index)}-01`,
      deferrals[index] ?? carried,
    ]),
  );
}

/** The revenue that a month leaves deferred, for the later months in which nothing happens. */
function carryOn({ deferred_minor, expected_rate }: Deferral): Deferral {
  return {
    opening_minor: deferred_minor,
    added_minor: 0,
    recognised_minor: 0,
    deferred_minor,
    points: 0,
    expected_rate,
  };
}

/** Pending points count as given with the sale, and do not count again when they are approved. */
function soldByMonth(program: Program, parts: readonly SheetPart[]): Map<number, Sold> {
  const kinds: readonly string[] = PURCHASE_KINDS;
  const rules = new Set(program.rules.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
  const months = new Map<number, Sold>();
  for (const { period, subject_id, flow, points } of parts) {
    if (period === null) continue;
    const month = months.get(monthNumber(period)) ?? { sales_minor: 0, points: 0 };
    if (flow === 'sales') month.sales_minor += points;
    else if (rules.has(subject_id) && (flow === 'earned' || flow === 'pending')) month.points += points;
    else if (rules.has(subject_id) && flow === 'voided') month.points -= points;
    months.set(monthNumber(period), month);
  }
  return months;
}

/** The expectations of past months, each from the knowledge at its end. Months that are not over use the last one. */
class Outlook {
  private readonly forecasts = new Map<number, RedemptionForecast | undefined>();
  private readonly first: number;

  constructor(
    private readonly rows: readonly AgeRow[],
    private readonly lastOver: number,
  ) {
    this.first = rows.find(({ got }) => got > 0)?.vintage ?? Number.POSITIVE_INFINITY;
  }

  /** null: too little history. */
  rateAt(month: number): number | null {
    return this.forecastAt(month)?.ultimate_rate ?? null;
  }

  /**
   * How many points of a vintage were redeemed up to the end of a month, and how many were then expected to be redeemed
   * in total. The expectation is at most the redeemed points plus those that are left, and exactly that if there is too
   * little history. A month in which customers got no points follows the course of the next month in which they got
   * some.
   */
  redemptionsOf(vintage: number, month: number): { redeemed: number; expected: number } {
    for (let one = vintage; one <= month; one += 1) {
      const own = this.rows.filter((row) => row.vintage === one && row.month <= month);
      const got = sum(own.map((row) => row.got - row.undone));
      if (got <= 0) continue;
      const redeemed = sum(own.map((row) => row.redeemed));
      const left = Math.max(0, got - redeemed - sum(own.map((row) => row.expired)));
      const ultimate = this.ultimateOf(one, month, got);
      return { redeemed, expected: Math.min(Math.max(ultimate, redeemed), redeemed + left) };
    }
    return { redeemed: 0, expected: 1 };
  }

  private ultimateOf(vintage: number, month: number, got: number): number {
    const forecast = this.forecastAt(month);
    if (!forecast) return Number.POSITIVE_INFINITY;
    return forecast.ultimates[vintage - this.first] ?? got * forecast.ultimate_rate;
  }

  private forecastAt(month: number): RedemptionForecast | undefined {
    const known = Math.min(month, this.lastOver);
    if (!this.forecasts.has(known)) {
      const forecast = forecastRedemptions(triangleOf(this.rows, known));
      this.forecasts.set(known, forecast && isCredible(forecast) ? forecast : undefined);
    }
    return this.forecasts.get(known);
  }
}
