import { backTest, expectByAge, forecastRedemptions, isCredible } from '../books/redemption-forecast.ts';
import { sum } from '../core/sum.ts';
import { beginReading } from '../listings/begin-reading.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { type AgeRow, readAges } from './age-store.ts';
import { presentMonth } from './periods.ts';

/**
 * The points of a month, and what happened to them in each month, starting with that month. All sums are cumulative.
 */
export interface VintageRow {
  /** YYYY-MM */
  month: string;
  /** Points that customers got, minus undone ones, up to the last month of the triangle. */
  earned: number;
  redeemed: number[];
  expired: number[];
}

export interface PointsForecast {
  as_of: { at: number | null; transaction_id: number };
  /** YYYY-MM: the last month that is over in the zones of all sites; later flows do not count. */
  through: string;
  triangle: VintageRow[];
  /** null: too little history, or months that differ too much for an expectation. */
  expectation: Expectation | null;
}

interface Expectation {
  /**
   * By age in months, from `first_age` on: the points redeemed up to the next age, divided by those redeemed up to this
   * age.
   */
  factors: number[];
  first_age: number;
  /**
   * Parts of 1 of all points earned so far: the part that will have been redeemed in the end, and the standard error.
   */
  redemption_rate: number;
  redemption_rate_error: number;
  /** The whole points that are still to be redeemed, and the standard error. */
  redemptions: number;
  redemptions_error: number;
  /** The expected course of the points earned so far, in the twelve months after `through`. */
  months: { month: string; redemptions: number; expiries: number }[];
  /** The same forecast, made from the data of six months ago; null: too little history before that. */
  back_test: {
    months: { month: string; expected: number; redeemed: number }[];
    /** Expected minus redeemed, as a part of 1 of redeemed; null: none was redeemed. */
    error: number | null;
  } | null;
}

const HELD_OUT = 6;

/** Forecasts what will happen to the points that customers of a program have got. */
export async function readForecast(
  deps: Pick<Deps, 'db' | 'replicas' | 'clock'>,
  program: Program,
): Promise<PointsForecast> {
  const { read } = await beginReading(deps, null);
  const { rows, counted_at, counted_to } = await read((source) => readAges(source, program.id));
  const present = monthNumber(presentMonth(deps, program));
  const triangle = triangleOf(rows, present - 1);
  return {
    as_of: { at: counted_at, transaction_id: counted_to },
    through: monthName(present - 1),
    triangle,
    expectation: expectationOf(triangle, present),
  };
}

/** The vintages of a program up to the end of a month, which is numbered as in a vintage. */
export function triangleOf(rows: readonly AgeRow[], last: number): VintageRow[] {
  const known = rows.filter(({ vintage, month }) => vintage <= last && month <= last);
  const first = known.find(({ got }) => got > 0)?.vintage;
  if (first === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const vintage = first + index;
    const own = known.filter((row) => row.vintage === vintage);
    const cumulative = (what: 'redeemed' | 'expired') =>
      Array.from({ length: last - vintage + 1 }, (_age, age) =>
        sum(own.filter(({ month }) => month <= vintage + age).map((row) => row[what])),
      );
    return {
      month: monthName(vintage),
      // A debt does not count as points of its month.
      earned: Math.max(0, sum(own.map(({ got, undone }) => got - undone))),
      redeemed: cumulative('redeemed'),
      expired: cumulative('expired'),
    };
  });
}

function expectationOf(triangle: readonly VintageRow[], present: number): Expectation | null {
  const forecast = forecastRedemptions(triangle);
  if (!forecast || !isCredible(forecast)) return null;
  const expiries = expectByAge(triangle.map(({ earned, expired }) => ({ earned, amounts: expired })));
  const tested = backTest(triangle, HELD_OUT);
  return {
    factors: forecast.development.factors.map((factor) => rounded(factor, 4)),
    first_age: forecast.first_age,
    redemption_rate: rounded(forecast.ultimate_rate, 4),
    redemption_rate_error: rounded(forecast.ultimate_rate_error, 4),
    redemptions: Math.round(forecast.expected),
    redemptions_error: Math.round(forecast.expected_error),
    months: forecast.by_month.map((points, ahead) => ({
      month: monthName(present + ahead),
      redemptions: Math.round(points),
      expiries: Math.round(expiries[ahead]!),
    })),
    back_test: tested
      ? {
          months: tested.months.map(({ expected, redeemed }, ahead) => ({
            month: monthName(present - HELD_OUT + ahead),
            expected: Math.round(expected),
            redeemed,
          })),
          error: tested.error === null ? null : rounded(tested.error, 4),
        }
      : null,
  };
}

/** The number of the month, as in a vintage, of a text that begins with YYYY-MM. */
export function monthNumber(text: string): number {
  const [year, month] = text.split('-').map(Number);
  return year! * 12 + month! - 1;
}

/** The month as YYYY-MM. */
export function monthName(month: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 7);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
