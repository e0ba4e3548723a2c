import { expect, it } from 'vitest';
import { smallestOf } from '../../src/db/smallest-shard.ts';

/** The names of the schemas in which so many new programs come to be, one after the other. */
function place(count: number, sizes: Record<string, [programs: number, customers: number]>): string {
  const shards = Object.entries(sizes).map(([name, [programs, customers]]) => ({
    ...{ name, programs, customers },
    new_programs: 0,
  }));
  const placed = Array.from({ length: count }, () => {
    const shard = smallestOf(shards)!;
    shard.programs += 1;
    shard.new_programs += 1;
    return shard.name;
  });
  return placed.join('');
}

it('a new program comes to the schema with the fewest customers', () => {
  expect(place(1, { a: [1, 1_000_000], b: [9, 900] })).toBe('b');
  expect(smallestOf([])).toBeUndefined();
});

it('new programs are spread over schemas while nobody has joined them yet', () => {
  expect(place(5, { a: [0, 0], b: [0, 0] })).toBe('ababa');
  expect(place(6, { a: [40, 4_000_000], b: [40, 4_000_000], c: [38, 3_800_000] })).toBe('ccabca');
});
