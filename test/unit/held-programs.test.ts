import { expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { HeldPrograms } from '../../src/domain/programs/held-programs.ts';

it('the programs of all schemas share one memory, in which those make room that were not asked for longest', () => {
  const memory = new HeldPrograms(100);
  const [home, other] = [memory.part(), memory.part()];
  const held = (id: number, bytes: number) => ({ program: { id } as Program, bytes, era: 0 });
  home.set(1, held(1, 40));
  // A program that is being moved has its id in both.
  expect(other.get(1)).toBe(undefined);
  other.set(1, held(1, 40));
  home.get(1);
  home.set(2, held(2, 40));
  expect([home.get(1)?.bytes, home.get(2)?.bytes, other.get(1)]).toEqual([40, 40, undefined]);
  home.set(3, held(3, 101));
  expect([home.get(1)?.bytes, home.get(3)]).toEqual([40, undefined]);
});
