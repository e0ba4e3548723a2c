// The chain ladder and its error, after Thomas Mack, "Distribution-free calculation of the standard error of chain
// ladder reserve estimates", ASTIN Bulletin 23 (1993), pages 213 to 225. The letters in comments are those of the paper.

import { sum } from '../core/sum.ts';

/**
 * Cumulative amounts: a row for each period of origin, oldest first; within a row, the amount at each age, youngest age
 * first. A row is as long as the row before or one shorter, and no row is empty.
 */
export type Triangle = readonly (readonly number[])[];

/** How amounts grow from one age to the next. */
export interface Development {
  /**
   * By age: the amount at the next age, divided by the amount at this age (f). The list is one shorter than the oldest
   * row.
   */
  factors: number[];
  /** By age: the variation of single rows around the factor (sigma²). */
  variances: number[];
  /**
   * By age: the amounts from which the factor is estimated (the sum of C over the rows that are older than the age).
   */
  weights: number[];
}

export interface Projection {
  /** For each row: its amount at the greatest age. */
  ultimates: number[];
  /** The standard error of each ultimate; 0 for a row that has reached the greatest age. */
  errors: number[];
  /** The sum over all rows of the amounts still to come. */
  reserve: number;
  /** The standard error of the reserve. Rows share their factors, so it is greater than for independent rows. */
  error: number;
}

/** With fewer rows the variation between rows cannot be estimated. */
const FEWEST_ROWS = 4;

/**
 * Estimates the development. undefined: too little history, because there are fewer than four rows, or because at some
 * age all rows are still 0.
 */
export function development(triangle: Triangle): Development | undefined {
  if (triangle.length < FEWEST_ROWS) return undefined;
  const learnt: Development = { factors: [], variances: [], weights: [] };
  for (let age = 0; age + 1 < triangle[0]!.length; age += 1) {
    const rows = triangle.filter((row) => row.length > age + 1);
    const weight = sum(rows.map((row) => row[age]!));
    if (weight <= 0) return undefined;
    const factor = sum(rows.map((row) => row[age + 1]!)) / weight;
    learnt.weights.push(weight);
    learnt.factors.push(factor);
    learnt.variances.push(varianceAt(rows, age, factor) ?? extrapolated(learnt.variances));
  }
  return learnt;
}

/** Projects the ultimate of each row, and the standard errors. */
export function project(triangle: Triangle, { factors, variances, weights }: Development): Projection {
  const greatest = factors.length;
  const projected = triangle.map((row) => projectRow(row, factors));
  const ultimates = projected.map((row) => row[greatest]!);
  let reserve = 0;
  let squaredError = 0;
  const errors = triangle.map((row, index) => {
    const ultimate = ultimates[index]!;
    const younger = sum(ultimates.slice(index + 1));
    let own = 0;
    let shared = 0;
    for (let age = row.length - 1; age < greatest; age += 1) {
      const relative = variances[age]! / factors[age]! ** 2;
      const amount = projected[index]![age]!;
      if (amount > 0) own += relative * (1 / amount + 1 / weights[age]!);
      shared += (2 * relative) / weights[age]!;
    }
    reserve += ultimate - row.at(-1)!;
    squaredError += ultimate ** 2 * own + ultimate * younger * shared;
    return ultimate * Math.sqrt(own);
  });
  return { ultimates, errors, reserve, error: Math.sqrt(squaredError) };
}

/** The row, continued up to the greatest age. */
export function projectRow(row: readonly number[], factors: readonly number[]): number[] {
  const whole = [...row];
  while (whole.length <= factors.length) whole.push(whole.at(-1)! * factors[whole.length - 1]!);
  return whole;
}

/** undefined if only a single row is that old. */
function varianceAt(rows: Triangle, age: number, factor: number): number | undefined {
  if (rows.length < 2) return undefined;
  const squares = rows.map((row) => {
    const amount = row[age]!;
    return amount > 0 ? amount * (row[age + 1]! / amount - factor) ** 2 : 0;
  });
  return sum(squares) / (rows.length - 1);
}

/** The variance at the greatest age, extrapolated from the two ages before it as in the paper. */
function extrapolated(variances: readonly number[]): number {
  const [before = 0, last = 0] = variances.slice(-2);
  return Math.min(before > 0 ? last ** 2 / before : 0, before, last);
}
