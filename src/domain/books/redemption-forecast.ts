import { sum } from '../core/sum.ts';
import { type Development, development, project, projectRow } from './chain-ladder.ts';

/** The points of one vintage. */
export interface AgedPoints {
  earned: number;
  /** For each month, beginning with the vintage's own: the points redeemed up to the end of that month. */
  redeemed: readonly number[];
}

export interface RedemptionForecast {
  /**
   * The part of the points earned so far that will have been redeemed in the end (a part of 1), and its standard error.
   */
  ultimate_rate: number;
  ultimate_rate_error: number;
  /** The points, of those earned so far, that are still to be redeemed, and the standard error. */
  expected: number;
  expected_error: number;
  /** The same points by month, beginning with the next month. */
  by_month: number[];
  /** By vintage: the number of its points that will have been redeemed in the end. */
  ultimates: number[];
  /** The age in months at which the factors begin: no points were ever redeemed at a lower age. */
  first_age: number;
  development: Development;
}

export interface BackTest {
  /** By held-out month: the redeemed points, and those that the earlier months predict. */
  months: { redeemed: number; expected: number }[];
  /** Expected minus redeemed over all held-out months, divided by redeemed; null if none was redeemed. */
  error: number | null;
}

const MONTHS_AHEAD = 12;
/** If a forecast may be wrong by more than this part of all earned points, it does not help a manager. */
const GREATEST_ERROR = 0.25;

/**
 * Forecasts by the chain ladder: points of each month will be redeemed as those of earlier months were at the same age.
 * A month without redemptions is assumed to continue like all others together. Months are in order, oldest first, and
 * each has one month of redemptions less than the month before. undefined: too little history.
 */
export function forecastRedemptions(
  months: readonly AgedPoints[],
  ahead = MONTHS_AHEAD,
): RedemptionForecast | undefined {
  const [oldest] = months;
  const first_age = oldest
    ? oldest.redeemed.findIndex((_, age) => months.some((month) => month.redeemed[age]! > 0))
    : -1;
  if (first_age === -1) return undefined;
  const begun = months.filter(({ redeemed }) => redeemed.at(-1)! > 0);
  const rows = months.map(({ redeemed }) => redeemed.slice(first_age)).filter((row) => row.length > 0);
  const learnt = development(rows);
  if (!learnt) return undefined;

  const earned = sum(months.map((month) => month.earned));
  const usual = [...new Array<number>(first_age).fill(0), ...projectRow([1], learnt.factors)];
  const usualRate =
    sum(begun.map(({ redeemed }) => endOf(redeemed, usual))) / sum(begun.map((month) => month.earned));
  const ultimates = months.map(({ earned: points, redeemed }) =>
    redeemed.at(-1)! > 0 ? endOf(redeemed, usual) : points * usualRate,
  );
  const by_month = Array.from({ length: Math.max(ahead, usual.length) }, (_, month) =>
    sum(
      months.map(({ redeemed }, vintage) => {
        const age = redeemed.length + month;
        return age < usual.length
          ? (ultimates[vintage]! * (usual[age]! - usual[age - 1]!)) / usual.at(-1)!
          : 0;
      }),
    ),
  );
  const expected = sum(by_month);
  const { error } = project(rows, learnt);
  const already = sum(months.map(({ redeemed }) => redeemed.at(-1)!));
  return {
    ultimate_rate: (already + expected) / earned,
    ultimate_rate_error: error / earned,
    expected,
    expected_error: error,
    by_month: by_month.slice(0, ahead),
    ultimates,
    first_age,
    development: learnt,
  };
}

/**
 * Whether a forecast is useful. Few redemptions at young ages give huge factors that no month confirms, and nobody can
 * redeem more points than exist.
 */
export function isCredible({ ultimate_rate, ultimate_rate_error }: RedemptionForecast): boolean {
  return ultimate_rate <= 1 && ultimate_rate_error <= GREATEST_ERROR;
}

/**
 * Leaves out the last months and forecasts them from the earlier ones. undefined: the earlier ones are too little
 * history.
 */
export function backTest(months: readonly AgedPoints[], heldOut: number): BackTest | undefined {
  const known = months
    .map(({ earned, redeemed }) => ({ earned, redeemed: redeemed.slice(0, -heldOut) }))
    .filter(({ redeemed }) => redeemed.length > 0);
  const forecast = forecastRedemptions(known, heldOut);
  if (!forecast || !isCredible(forecast)) return undefined;
  const results = forecast.by_month.map((expected, ahead) => ({
    expected,
    redeemed: sum(
      known.map(({ redeemed }, index) => increment(months[index]!.redeemed, redeemed.length + ahead)),
    ),
  }));
  const redeemed = sum(results.map((month) => month.redeemed));
  const expected = sum(results.map((month) => month.expected));
  return { months: results, error: redeemed === 0 ? null : (expected - redeemed) / redeemed };
}

/**
 * Expects for each vintage, at each age, the part of its points that was redeemed in all vintages of that age: the
 * additive method, which unlike the chain ladder does not need earlier redemptions. Returns the points by month,
 * beginning with the next month. Nothing is expected at ages that no vintage has reached.
 */
export function expectByAge(
  months: readonly { earned: number; amounts: readonly number[] }[],
  ahead = MONTHS_AHEAD,
): number[] {
  const ages = months[0]?.amounts.length ?? 0;
  const rates = Array.from({ length: ages }, (_, age) => {
    const reached = months.filter(({ amounts }) => amounts.length > age);
    const earned = sum(reached.map((month) => month.earned));
    return earned > 0 ? sum(reached.map(({ amounts }) => increment(amounts, age))) / earned : 0;
  });
  return Array.from({ length: ahead }, (_, month) =>
    sum(months.map(({ earned, amounts }) => earned * (rates[amounts.length + month] ?? 0))),
  );
}

/** The points of a vintage that are redeemed in the end, if it follows the usual course from its present age on. */
function endOf(redeemed: readonly number[], usual: readonly number[]): number {
  return (redeemed.at(-1)! * usual.at(-1)!) / usual[redeemed.length - 1]!;
}

function increment(cumulative: readonly number[], age: number): number {
  return cumulative[age]! - (cumulative[age - 1] ?? 0);
}
