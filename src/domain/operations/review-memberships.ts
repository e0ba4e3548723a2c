import { inBatches } from '../core/in-batches.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { Program, Site } from '../programs/configuration.ts';
import { holdVersion } from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';
import {
  endMembershipsOutside,
  lockSuspectMemberships,
  markDue,
  moveMembershipEnds,
  removeMembershipEnds,
} from '../programs/membership-store.ts';
import { properEnd, suspectEnds } from '../tiers/membership-end.ts';

const BATCH_SIZE = 1000;

/**
 * Brings memberships under a program's present tiers. A customer in a tier that has left the program, or without a tier
 * because the program had none, becomes due for a review at once. Memberships of conditional tiers no longer end. All
 * others end as the present terms say, even if they began under other terms. If `facts_may_give_more`, since bounds or
 * facts have changed, every customer below the highest tier is due too. No customer falls before its membership ends.
 *
 * Works in batches, each committed by itself. The next run finishes a run that was interrupted. It stops if the program
 * was applied with other terms meanwhile: that change brings the memberships under its own tiers.
 */
export async function reviewMemberships(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  { facts_may_give_more }: { facts_may_give_more: boolean },
): Promise<void> {
  const now = deps.clock.now(program);
  const inEachBatch = (
    work: (tx: Tx, batch: { after: number; limit: number }) => Promise<number | undefined>,
  ) =>
    inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) =>
        (await holdVersion(tx, program)) ? work(tx, { after, limit: BATCH_SIZE }) : undefined,
      ),
    );
  const earned = program.tiers.map((tier) => tier.id);
  const given = program.conditional_tiers.map((tier) => tier.id);

  await inEachBatch((tx, batch) => endMembershipsOutside(tx, program.id, { earned, given, now }, batch));
  if (given.length > 0) {
    await inEachBatch((tx, batch) => removeMembershipEnds(tx, program.id, given, batch));
  }
  for (const site of program.sites) {
    await inEachBatch((tx, batch) => alignEnds(tx, program, site, now, batch));
  }
  if (facts_may_give_more && earned.length > 1) {
    await inEachBatch((tx, batch) => markDue(tx, program.id, earned.slice(0, -1), now, batch));
  }
}

/** Gives the memberships of a site's customers the ends that the present terms give. */
async function alignEnds(
  tx: Tx,
  program: Program,
  site: Site,
  now: number,
  batch: { after: number; limit: number },
): Promise<number | undefined> {
  const rules = program.settings.tier_membership;
  if (!rules || program.tiers.length === 0) return undefined;
  const zone = site.time_zone;
  const held = await lockSuspectMemberships(
    tx,
    program.id,
    { site_id: site.id, tier_ids: program.tiers.map((tier) => tier.id), ...suspectEnds(rules, zone, now) },
    batch,
  );
  const moved = held.flatMap(({ id, enrolled_at, tier_expires_at }) => {
    const ends = properEnd({ rules, zone, enrolled_at }, tier_expires_at, now);
    return ends === tier_expires_at ? [] : [{ id, ends }];
  });
  await moveMembershipEnds(tx, program.id, moved);
  return held.at(-1)?.id;
}
