import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { moveRecords, updateMerged, updateSurvivor } from '../customers/merge-store.ts';
import { dueUnderNewer, refreshNextDue } from '../ledger/due.ts';
import { mergeBalances } from '../ledger/merge-balances.ts';
import { mergeUsage } from '../ledger/merge-usage.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { awaitBirthday } from '../rules/birthdays.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { takeOverTier, withdrawnOfBoth } from '../tiers/take-over-tier.ts';
import { applyAwaiting } from './apply-awaiting.ts';
import { takenFields } from './taken-fields.ts';

/** Merges one locked and processed customer into another. */
export async function mergeIn(
  tx: Tx,
  deps: Deps,
  program: Program,
  from: CustomerRow,
  into: CustomerRow,
): Promise<CustomerRow> {
  const now = deps.clock.now(program);
  const at = Math.max(now, from.last_entry_at, into.last_entry_at);
  let survivor = await mergeBalances(tx, program, from, into, at);
  await updateMerged(tx, from, into, at);
  survivor = await updateSurvivor(
    tx,
    survivor,
    { ...takenFields(from, survivor), ...withdrawnOfBoth(program, from, survivor) },
    at,
  );
  await moveRecords(tx, from, into, at);
  await mergeUsage(tx, program, from, survivor, at);
  if (survivor.enrolled_at !== null) {
    survivor = await takeOverTier(tx, program, from, survivor, at);
    survivor = await reviewUpgrade(tx, deps, program, survivor, at);
    survivor = await applyAwaiting(tx, deps, program, survivor, at);
    if (survivor.next_birthday_at === null) survivor = await awaitBirthday(tx, deps, program, survivor, now);
  }
  return dueUnderNewer(tx, program, await refreshNextDue(tx, program, survivor), at);
}
