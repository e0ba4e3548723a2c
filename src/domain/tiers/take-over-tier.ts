import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { insertTierEntry, updateMembership } from './store.ts';
import { isHigher } from './tier-progress.ts';

/**
 * Gives the locked survivor of a merge the other customer's membership if it is in a higher tier, or lasts longer in
 * the same tier. So a merge lowers nobody's tier. Entry rewards are not given again: the other customer got them. `at`
 * is the moment of the record, from `entryMoment`.
 */
export async function takeOverTier(
  tx: Tx,
  program: Program,
  from: CustomerRow,
  into: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const { tier_id, tier_started_at: started_at, tier_expires_at: expires_at } = from;
  const theirs = tier_id === null ? undefined : program.tier(tier_id);
  if (!theirs) return into;
  const own = into.tier_id === null ? undefined : program.tier(into.tier_id);
  if (own?.id === theirs.id) {
    const isLonger =
      (expires_at ?? Number.POSITIVE_INFINITY) > (into.tier_expires_at ?? Number.POSITIVE_INFINITY);
    return isLonger ? updateMembership(tx, into, { tier_id, started_at, expires_at, at }) : into;
  }
  if (own && !isHigher(theirs, own)) return into;
  await insertTierEntry(tx, into, theirs.id, at, at);
  return updateMembership(tx, into, { tier_id, started_at, expires_at, at });
}

export type WithdrawnTier = Pick<CustomerRow, 'withdrawn_tier_id' | 'withdrawn_tier_until'>;

/** The higher of the tiers that were withdrawn from two customers that are merged. */
export function withdrawnOfBoth(program: Program, from: CustomerRow, into: CustomerRow): WithdrawnTier {
  const tierOf = ({ withdrawn_tier_id: id }: CustomerRow) => (id === null ? undefined : program.tier(id));
  const [theirs, own] = [tierOf(from), tierOf(into)];
  const { withdrawn_tier_id, withdrawn_tier_until } = theirs && (!own || isHigher(theirs, own)) ? from : into;
  return { withdrawn_tier_id, withdrawn_tier_until };
}
