import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Place, type PlacedProgram, planMoves } from '../../src/cli/rebalance-plan.ts';

const place = (number: number, database = '', is_open = true): Place => ({ number, database, is_open });

describe('a plan of moves', () => {
  it('never makes the fullest fuller, moves none twice, and has nothing more to say once it is done', () => {
    const sizes = fc.array(fc.record({ number: fc.nat(3), rows: fc.nat(1000), writes: fc.nat(1000) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const places = [place(0), place(1), place(2, '', false), place(3)];
        const programs = all.map((one, index) => ({ key: `p${index}`, ...one }));
        const total = (of: 'rows' | 'writes') => programs.reduce((sum, one) => sum + one[of], 0) || 1;
        const [rows, writes] = [total('rows'), total('writes')];
        const fullest = (at: readonly PlacedProgram[]) =>
          Math.max(
            ...places.map(({ number }) =>
              at
                .filter((one) => one.number === number)
                .reduce((sum, one) => sum + one.rows / rows + one.writes / writes, 0),
            ),
          );
        const moves = planMoves(places, programs, 100);
        const moved = moves.map((move) => move.program);
        expect(new Set(moved).size).toBe(moved.length);
        const after = programs.map((one) => ({
          ...one,
          number: moves.find((move) => move.program === one)?.to ?? one.number,
        }));
        if (programs.some((one) => one.rows > 0))
          expect(fullest(after)).toBeLessThanOrEqual(fullest(programs) + 1e-9);
        expect(moves.every(({ to }) => to !== 2)).toBe(true);
      }),
    );
  });
});
