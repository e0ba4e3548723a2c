import { sum } from '../core/sum.ts';
import { type Development, development, project, projectRow, type Triangle } from './chain-ladder.ts';

/** The points that customers earned in a month. */
export interface EarnedMonth {
  earned: number;
  /** By months since, the month itself first: how many of them were redeemed up to the end of that month. */
  redeemed: readonly number[];
}

export interface RedemptionForecast {
  /** How many of the points earned so far will have been redeemed in the end: a part of 1, and its standard error. */
  ultimate_rate: number;
  ultimate_rate_error: number;
  /** Points of those earned so far that are still to be redeemed, and the standard error. */
  expected: number;
  expected_error: number;
  /** The same by month, the next month first. */
  by_month: number[];
  development: Development;
}

export interface BackTest {
  /** By month of those held out: points that were redeemed, and those that the months before let expect. */
  months: { redeemed: number; expected: number }[];
  /** Expected less redeemed over all held-out months, divided by redeemed; null if none was redeemed. */
  error: number | null;
}

const MONTHS_AHEAD = 12;

/**
 * Expects that points of each month go on to be redeemed as those of earlier months were at the same age (chain
 * ladder). Months of which nothing was redeemed yet are taken to do like all others together. Months come oldest first,
 * and each has one month of redemptions less than the one before. undefined: too little history.
 */
export function forecastRedemptions(
  months: readonly EarnedMonth[],
  ahead = MONTHS_AHEAD,
): RedemptionForecast | undefined {
  const rows = months.map(({ redeemed }) => redeemed);
  const learnt = development(rows);
  const earned = sum(months.map((month) => month.earned));
  if (!learnt || earned === 0) return undefined;
  const { ultimates, error } = project(rows, learnt);
  const begun = months.filter(({ redeemed }) => redeemed.at(-1)! > 0);
  const usualRate = sum(ultimates) / sum(begun.map((month) => month.earned));
  const ends = months.map((month, index) =>
    month.redeemed.at(-1)! > 0 ? ultimates[index]! : month.earned * usualRate,
  );
  const expected = sum(ends) - sum(rows.map((row) => row.at(-1)!));
  return {
    ultimate_rate: sum(ends) / earned,
    ultimate_rate_error: error / earned,
    expected,
    expected_error: error,
    by_month: Array.from({ length: ahead }, (_, month) =>
      sum(months.map((each, index) => expectedIn(each.redeemed, learnt, ends[index]!, month))),
    ),
    development: learnt,
  };
}

/** Holds out the last months and forecasts them from those before. undefined: too little history is left. */
export function backTest(months: readonly EarnedMonth[], heldOut: number): BackTest | undefined {
  const known = months
    .map(({ earned, redeemed }) => ({ earned, redeemed: redeemed.slice(0, -heldOut) }))
    .filter(({ redeemed }) => redeemed.length > 0);
  const forecast = forecastRedemptions(known, heldOut);
  if (!forecast) return undefined;
  const results = forecast.by_month.map((expected, ahead) => ({
    expected,
    redeemed: sum(known.map(({ redeemed }, index) => redeemedIn(months[index]!, redeemed.length + ahead))),
  }));
  const redeemed = sum(results.map((month) => month.redeemed));
  const expected = sum(results.map((month) => month.expected));
  return { months: results, error: redeemed === 0 ? null : (expected - redeemed) / redeemed };
}

/** The points of a row that are expected to be redeemed in the month that lies so many months after the next one. */
function expectedIn(row: Triangle[number], { factors }: Development, end: number, month: number): number {
  const age = row.length + month;
  // Where nothing was redeemed yet, the row takes the usual course up to its end.
  const course = projectRow(row.at(-1)! > 0 ? row : [1], factors);
  const scale = end / course.at(-1)!;
  if (age >= course.length) return 0;
  return (course[age]! - course[age - 1]!) * scale;
}

function redeemedIn({ redeemed }: EarnedMonth, age: number): number {
  return (redeemed[age] ?? redeemed.at(-1)!) - redeemed[age - 1]!;
}
