import type { CoreDeps } from '../core/deps.ts';
import { highWaterMark } from '../listings/high-water-mark.ts';

/** Ids up to which every row is visible to a statement that begins after these ids were read. */
export interface Horizons {
  transactions: number;
  members: number;
  sales: number;
  referrals: number;
}

export async function readHorizons(deps: Pick<CoreDeps, 'db'>): Promise<Horizons> {
  return {
    transactions: await highWaterMark(deps, 'transaction_ids', 12),
    members: await highWaterMark(deps, 'member_change_ids', 17),
    sales: await highWaterMark(deps, 'sales_change_ids', 16),
    referrals: await highWaterMark(deps, 'referral_change_ids', 18),
  };
}
