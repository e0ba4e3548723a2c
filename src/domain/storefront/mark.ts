import { drawsFromPool } from '../claims/reserve-inventory.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { MARKS, type MarkParts } from './statement.ts';

/**
 * The present mark of the customer that has a name; undefined if there is none. As long as it is the mark of a customer
 * that was read before, nothing was written that a storefront shows of the customer. It costs a small part of that read.
 */
export async function findMark(
  deps: Pick<Deps, 'hot'>,
  program: Program,
  merchant_id: string,
): Promise<string | undefined> {
  const asked = { merchant_key: platformKey(merchant_id), pools: poolsOf(program) };
  const found = await deps.hot.runEach<{ ord: number } & MarkParts>(MARKS, { program_id: program.id }, asked);
  return found && markOf(found);
}

export function markOf({ mark, stock }: MarkParts): string {
  return stock === null ? mark : `${mark} ${stock}`;
}

const pools = new WeakMap<Program, number[]>();

/** The rewards whose codes come from a pool. */
export function poolsOf(program: Program): number[] {
  let ids = pools.get(program);
  if (!ids) {
    ids = program.rewards.filter(drawsFromPool).map((reward) => reward.id);
    pools.set(program, ids);
  }
  return ids;
}
