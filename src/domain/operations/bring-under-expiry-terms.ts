import { inBatches } from '../core/in-batches.ts';
import { runInTransaction } from '../core/transaction.ts';
import { readExpiryTerms } from '../ledger/lot-store.ts';
import { datedSince, pointsExpireAt } from '../ledger/points-expiry.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { dateLotsAnew, lockOfOtherExpiryTerms, markInactivity } from '../programs/points-expiry-store.ts';

const BATCH_SIZE = 1000;

/**
 * Brings customers under a program's present terms of points expiry. Lots are formed and get new dates, or lose their
 * dates. Customers that may lose points for inactivity fall due in time. Works in batches, each committed by itself.
 * The next run finishes a run that was interrupted. Meanwhile every writer does the same for its customer.
 */
export async function bringUnderExpiryTerms(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
): Promise<void> {
  const since = datedSince(program);
  for (const site of program.sites) {
    await inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) => {
        const batch = { after, limit: BATCH_SIZE, dated_since: since };
        const customers = await lockOfOtherExpiryTerms(tx, program.id, site.id, batch);
        if (customers.length === 0) return undefined;
        // This is read under the locks, because the terms of the program may have changed meanwhile.
        const terms = await readExpiryTerms(tx, program.id);
        const dated_since = datedSince(terms);
        const expires_at = dated_since === null ? null : pointsExpireAt(terms, site.time_zone, dated_since);
        await dateLotsAnew(tx, program.id, customers, {
          dated_since,
          expires_at,
          now: deps.clock.now(program),
        });
        return Math.max(...customers);
      }),
    );
  }
  const expiry = program.settings.points_expiry;
  if (expiry?.mode !== 'inactivity_since_purchase' && expiry?.mode !== 'inactivity_since_balance_change')
    return;
  for (const site of program.sites) {
    await inBatches((after) =>
      runInTransaction(deps, undefined, (tx) =>
        markInactivity(tx, program.id, site, {
          after,
          limit: BATCH_SIZE,
          since: program.points_expiry_since!,
          expiry,
        }),
      ),
    );
  }
}
