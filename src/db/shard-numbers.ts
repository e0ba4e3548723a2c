/**
 * The ids of programs, sites, rules and rewards in schema number n begin at n times this. A number is at most 2,047, so
 * all ids are below 2^53.
 */
export const IDS_OF_A_SHARD = 2 ** 40;

export const HIGHEST_SHARD_NUMBER = 2_047;

/** The number of the schema in which the program, site, rule or reward with this id was made. */
export function shardNumberOf(id: number): number {
  return Math.floor(id / IDS_OF_A_SHARD);
}
