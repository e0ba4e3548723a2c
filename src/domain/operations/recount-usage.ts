import { inBatches } from '../core/in-batches.ts';
import { windowStart } from '../core/limits.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RecountedSubject } from '../programs/follow-up-store.ts';
import { lockMiscounted, type RecountedUsage, recount } from '../programs/usage-store.ts';

const BATCH_SIZE = 1000;

/**
 * Counts uses again after an interval or a time zone changed, in batches, each committed by itself. Decisions neither
 * wait for it nor rely on it: they recount such a counter themselves (isOfOtherTerms of ledger/usage.ts). The recount
 * helps reads that only show the counter.
 */
export async function recountUsage(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  subjects: readonly RecountedSubject[],
): Promise<void> {
  for (const span of currentSpans(program, subjects, deps.clock.now(program))) {
    await inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) => {
        const customers = await lockMiscounted(tx, program.id, span, { after, limit: BATCH_SIZE });
        if (customers.length === 0) return undefined;
        await recount(tx, program.id, span, customers);
        return Math.max(...customers);
      }),
    );
  }
}

/** Each subject with its present window. Work that is continued later counts in a later window. */
function currentSpans(
  program: Program,
  subjects: readonly RecountedSubject[],
  now: number,
): RecountedUsage[] {
  return subjects.flatMap((subject) => {
    const entry =
      subject.kind === 'rule' ? program.rule(subject.subject_id) : program.reward(subject.subject_id);
    const site = program.site(subject.site_id);
    if (!entry || !site) return [];
    return [{ ...subject, window_start: windowStart(entry.limit, site.time_zone, now) }];
  });
}
