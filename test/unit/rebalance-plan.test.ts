import { describe, expect, it } from 'vitest';
import { type Place, type PlacedProgram, planMoves } from '../../src/cli/rebalance-plan.ts';

const place = (number: number, database = '', is_open = true): Place => ({ number, database, is_open });
const program = (key: string, number: number, rows: number, writes = 0): PlacedProgram => ({
  key,
  number,
  rows,
  writes,
});
const ways = (places: Place[], programs: PlacedProgram[], most = 10) =>
  planMoves(places, programs, most).map(({ program: { key, number }, to }) => [key, number, to]);

describe('a plan of moves', () => {
  it('brings programs from the fullest schema to the emptiest, until shares are even', () => {
    const programs = ['a', 'b', 'c', 'd'].map((key) => program(key, 0, 100));
    expect(ways([place(0), place(1)], programs)).toEqual([
      ['a', 0, 1],
      ['b', 0, 1],
    ]);
    expect(ways([place(0), place(1)], programs, 1)).toEqual([['a', 0, 1]]);
  });

  it('takes the program that makes both most alike, and none that would only change places', () => {
    const two = [place(0), place(1)];
    expect(ways(two, [program('giant', 0, 700), program('small', 0, 200), program('tiny', 0, 100)])).toEqual([
      ['giant', 0, 1],
    ]);
    expect(ways(two, [program('giant', 0, 1000), program('tiny', 0, 10)])).toEqual([]);
    expect(ways(two, [program('giant', 0, 1000)])).toEqual([]);
    expect(ways(two, [program('half', 0, 50), program('third', 0, 30), program('rest', 0, 20)])).toEqual([
      ['half', 0, 1],
    ]);
  });

  it('weighs what was written lately as much as what there is', () => {
    const programs = [program('still', 0, 500, 0), program('busy', 0, 0, 100), program('other', 1, 500, 0)];
    expect(ways([place(0), place(1)], programs)).toEqual([['still', 0, 1]]);
  });

  it('balances databases where there are several, and takes the emptiest open schema there', () => {
    const places = [place(0), place(1), place(2, 'EAST'), place(3, 'EAST'), place(4, 'EAST', false)];
    const programs = [program('a', 0, 100), program('b', 0, 100), program('c', 1, 100), program('d', 2, 60)];
    expect(ways(places, programs)).toEqual([['a', 0, 3]]);
    expect(ways([place(0), place(1, 'EAST', false)], programs.slice(0, 2))).toEqual([]);
  });

  it('leaves a program where another has its key at the target, and moves nothing where nothing is', () => {
    expect(
      ways([place(0), place(1)], [program('a', 0, 100), program('b', 0, 90), program('a', 1, 1)]),
    ).toEqual([['b', 0, 1]]);
    expect(ways([place(0), place(1)], [program('new', 0, 0)])).toEqual([]);
    expect(ways([], [])).toEqual([]);
  });
});
