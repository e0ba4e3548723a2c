import { describe, expect, it } from 'vitest';
import { development, project } from '../../src/domain/books/chain-ladder.ts';

/** Claims of the Reinsurance Association of America, in thousands, as Mack's paper of 1993 prints them. */
const RAA = [
  [5012, 8269, 10907, 11805, 13539, 16181, 18009, 18608, 18662, 18834],
  [106, 4285, 5396, 10666, 13782, 15599, 15496, 16169, 16704],
  [3410, 8992, 13873, 16141, 18735, 22214, 22863, 23466],
  [5655, 11555, 15766, 21266, 23425, 26083, 27067],
  [1092, 9565, 15836, 22169, 25955, 26180],
  [1513, 6445, 11702, 12935, 15852],
  [557, 4020, 10946, 12314],
  [1351, 6947, 13112],
  [3133, 5395],
  [2063],
];

const rounded = (numbers: readonly number[], digits: number) =>
  numbers.map((number) => Number(number.toFixed(digits)));

describe('the chain ladder on the triangle of the Reinsurance Association of America', () => {
  const learnt = development(RAA)!;
  const projection = project(RAA, learnt);

  it('finds the factors that are published for it', () => {
    expect(rounded(learnt.factors, 4)).toEqual([
      2.9994, 1.6235, 1.2709, 1.1717, 1.1134, 1.0419, 1.0333, 1.0169, 1.0092,
    ]);
  });

  it('finds the published reserve', () => {
    expect(projection.reserve.toFixed(3)).toBe('52135.228');
  });

  it("finds Mack's errors of each year and of all together", () => {
    expect(rounded(projection.errors, 0)).toEqual([0, 206, 623, 747, 1469, 2002, 2209, 5358, 6333, 24566]);
    expect(Math.round(projection.error)).toBe(26909);
  });
});

describe('a triangle', () => {
  it('whose rows all grow alike is continued without error', () => {
    const rows = [8, 6, 4, 2].map((size, index) => [size, 2 * size, 3 * size, 3 * size].slice(0, 4 - index));
    const { ultimates, errors, error } = project(rows, development(rows)!);
    expect(ultimates).toEqual([24, 18, 12, 6]);
    expect([...errors, error]).toEqual([0, 0, 0, 0, 0]);
  });

  it('may have more rows than ages', () => {
    const rows = [[1, 2], [2, 4], [3, 6], [4, 8], [5]];
    expect(project(rows, development(rows)!).ultimates).toEqual([2, 4, 6, 8, 10]);
  });

  it('of three rows is too little history', () => {
    expect(development([[1, 2, 3], [1, 2], [1]])).toBeUndefined();
  });

  it('in which nothing had happened at an age is too little history', () => {
    expect(development([[0, 2, 3, 4], [0, 2, 3], [0, 2], [0]])).toBeUndefined();
  });

  it('takes a row of which nothing happened yet for one of which nothing will', () => {
    const rows = [[1, 2, 3, 4], [1, 2, 3], [1, 2], [0]];
    const { ultimates, errors } = project(rows, development(rows)!);
    expect([ultimates[3], errors[3]]).toEqual([0, 0]);
  });
});
