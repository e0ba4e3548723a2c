import type { ShardSize } from './shard-contents.ts';

/**
 * The schema with the fewest customers, the first of several; undefined: there is none. A program without customers
 * counts as one of middle size, so that several new programs do not all go to the schema that was the smallest before.
 */
export function smallestOf<T extends ShardSize>(sizes: readonly T[]): T | undefined {
  const sum = (part: keyof ShardSize) => sizes.reduce((total, size) => total + size[part], 0);
  const mean = sum('customers') / (sum('programs') - sum('new_programs')) || 1;
  const weight = ({ customers, new_programs }: ShardSize) => customers + new_programs * mean;
  return sizes.reduce<T | undefined>(
    (least, size) => (least && weight(least) <= weight(size) ? least : size),
    undefined,
  );
}
