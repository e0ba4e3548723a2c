import { nextBirthdayStart } from '../core/calendar.ts';
import { inBatches } from '../core/in-batches.ts';
import { runInTransaction } from '../core/transaction.ts';
import { type BirthdayOfYear, forgetNextBirthdays, setNextBirthdays } from '../programs/birthday-store.ts';
import { celebratesBirthdays, type Program } from '../programs/configuration.ts';
import { holdVersion } from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';

const BATCH_SIZE = 1000;

/**
 * Brings birthdays under a program's present rules. If the program celebrates birthdays, every customer with a known
 * birthday falls due on the next one, today's included. If it no longer does, none falls due. Works in batches, each
 * committed by itself. The next run finishes a run that was interrupted. It stops if the program was applied with other
 * terms meanwhile.
 */
export async function scheduleBirthdays(deps: Pick<Deps, 'db' | 'clock'>, program: Program): Promise<void> {
  if (!celebratesBirthdays(program)) {
    await inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) =>
        (await holdVersion(tx, program))
          ? forgetNextBirthdays(tx, program.id, { after, limit: BATCH_SIZE })
          : undefined,
      ),
    );
    return;
  }
  const now = deps.clock.now(program);
  for (const site of program.sites) {
    const birthdays = nextBirthdays(site.time_zone, now);
    await inBatches((after) =>
      runInTransaction(deps, undefined, async (tx) =>
        (await holdVersion(tx, program))
          ? setNextBirthdays(tx, program.id, site.id, birthdays, { after, limit: BATCH_SIZE })
          : undefined,
      ),
    );
  }
}

function nextBirthdays(zone: string, now: number): BirthdayOfYear[] {
  const birthdays: BirthdayOfYear[] = [];
  for (let month = 1; month <= 12; month += 1) {
    for (let day = 1; day <= 31; day += 1) {
      birthdays.push({ month, day, next: nextBirthdayStart({ month, day }, zone, now) });
    }
  }
  return birthdays;
}
