import { createHash } from 'node:crypto';
import { drawsFromPool } from '../claims/reserve-inventory.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Program } from '../programs/configuration.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import { MARKS, type MarkParts } from './statement.ts';

/**
 * The present mark of the customer with a name; undefined if there is none. If it equals the mark of an earlier read of
 * the customer, nothing that a storefront shows of the customer was written since. The mark costs a small part of that
 * read.
 */
export async function findMark(
  deps: { hot: RunEach },
  program: Program,
  merchant_id: string,
): Promise<string | undefined> {
  const asked = { merchant_key: platformKey(merchant_id), pools: poolsOf(program) };
  const found = await deps.hot.runEach<{ ord: number } & MarkParts>(MARKS, { program_id: program.id }, asked);
  return found && markOf(found);
}

/** `stock_hash`: `hashOfStock` of the program's stocks, the same value as in MARKS. */
export function markOf({ mark, stock_hash }: MarkParts): string {
  return stock_hash === null ? mark : `${mark} ${stock_hash}`;
}

/** A mark is stored for each customer, and the list of a program's stocks may be long. */
export function hashOfStock(stock: string | null): string | null {
  return stock === null ? null : createHash('sha256').update(stock).digest('hex');
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
