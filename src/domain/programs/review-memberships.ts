import type { Deps } from '../../deps.ts';
import { membershipEnd } from '../tiers/spend-progress.ts';
import { runInTransaction } from '../transaction.ts';
import type { Program } from './configuration.ts';
import { inBatches } from './in-batches.ts';
import { endMembershipsOutside, startMembershipTerms } from './membership-store.ts';

const BATCH_SIZE = 1000;

/**
 * Brings memberships under a program's present tiers: whoever is in a tier that has left the program, or in
 * none since there were none, is due for a review at once, which the next settling does; and where
 * memberships end again after having been for life, those held begin their term now.
 * In batches, each committed by itself; a run cut short is finished by the next.
 */
export async function reviewMemberships(deps: Pick<Deps, 'db' | 'clock'>, program: Program): Promise<void> {
  const now = deps.clock.now(program);
  const tierIds = program.tiers.map((tier) => tier.id);
  await inBatches((after) =>
    runInTransaction(deps, undefined, (tx) =>
      endMembershipsOutside(tx, program.id, tierIds, { after, limit: BATCH_SIZE, now }),
    ),
  );
  const rules = program.settings.tier_membership;
  if (rules?.mode !== 'rolling') return;
  for (const site of program.sites) {
    const ends = membershipEnd(rules, now, site.time_zone)!;
    await inBatches((after) =>
      runInTransaction(deps, undefined, (tx) =>
        startMembershipTerms(tx, program.id, site.id, tierIds, { after, limit: BATCH_SIZE, now, ends }),
      ),
    );
  }
}
