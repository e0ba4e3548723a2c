import type { Tx } from '../core/transaction.ts';
import type { Horizons } from './horizons.ts';
import { addMembers } from './member-store.ts';
import { addReferrals } from './referral-store.ts';
import { addSales } from './sales-store.ts';
import type { ReportState } from './state-store.ts';

/** The figures that are counted from changes, in addition to those from transactions. */
const ADDING = { members: addMembers, sales: addSales, referrals: addReferrals } as const;
const NAMES = Object.keys(ADDING) as (keyof typeof ADDING)[];

type CountedTo = Record<`${keyof typeof ADDING}_to`, number>;

/**
 * The two counts: `counted` for the figures that reports read, and `rebuilt` for the figures that a rebuild makes
 * beside them.
 */
type Count = 'counted' | 'rebuilt';

/** The range of changes that each of the figures counts next: above one id, and up to another. */
function rangeOf(state: ReportState, settled: Horizons, name: keyof typeof ADDING, count: Count) {
  const { program_id } = state;
  const counted = state[`${name}_to`];
  return count === 'counted'
    ? { program_id, above: counted, up_to: settled[name] }
    : { program_id, above: state[`rebuilt_${name}_to`], up_to: Math.max(counted, settled[name]) };
}

/**
 * Adds up to `limit` changes of each kind to the figures of a generation. `to`: the ids up to which they are counted
 * afterwards.
 */
export async function addAllChanges(
  tx: Tx,
  state: ReportState,
  settled: Horizons,
  count: Count,
  { generation, limit }: { generation: number; limit: number },
): Promise<{ to: CountedTo; complete: boolean }> {
  const to: Partial<CountedTo> = {};
  let complete = true;
  for (const name of NAMES) {
    const added = await ADDING[name](tx, rangeOf(state, settled, name, count), generation, limit);
    to[`${name}_to`] = added.to;
    complete &&= added.complete;
  }
  return { to: to as CountedTo, complete };
}

/** The same ends, under the names for a rebuild in progress. */
export function asRebuilt({ members_to, sales_to, referrals_to }: CountedTo) {
  return { rebuilt_members_to: members_to, rebuilt_sales_to: sales_to, rebuilt_referrals_to: referrals_to };
}
