import type { CoreDeps } from '../core/deps.ts';
import { highWaterMark } from '../listings/high-water-mark.ts';

/** The id up to which every transaction is visible to a statement that begins after this was read. */
export function transactionHorizon(deps: Pick<CoreDeps, 'db'>): Promise<number> {
  return highWaterMark(deps, 'transaction_ids', 12);
}
