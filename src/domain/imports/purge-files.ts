import type { CoreDeps } from '../core/deps.ts';
import { deleteCodeImports } from './code-import-store.ts';
import { deleteImportFiles } from './file-store.ts';
import { endUndecidedTasks } from './task-store.ts';

/** Files contain personal data of customers, so they are kept only as long as people need to correct rows. */
export const FILES_KEPT_MS = 24 * 60 * 60 * 1000;

/** Customers change meanwhile: the longer a second person waits, the less the result of the trial is still true. */
const DECIDED_WITHIN_MS = 24 * 60 * 60 * 1000;

/** The message for an order that nobody decided in time. */
export const UNDECIDED = 'Nobody decided within a day. Nothing was imported.';

/** The message for a file that was deleted after its time. */
export const FILE_GONE = 'The file is no longer there: files are kept for a day.';

/** Whether an order waited too long for a second person. */
export function isTooOld({ created_at }: { created_at: number }, now: number): boolean {
  return created_at < now - DECIDED_WITHIN_MS;
}

/**
 * Ends the orders that nobody decided in time, and deletes uploaded files and codes with their tasks after their time,
 * except those of the programs `except`. Returns how many.
 */
export async function purgeImportFiles(
  { db, clock }: Pick<CoreDeps, 'db' | 'clock'>,
  except: readonly number[] = [],
): Promise<number> {
  const now = clock.real();
  const undecided = { mistake: UNDECIDED, at: now };
  const ended = await endUndecidedTasks(db, now - DECIDED_WITHIN_MS, undecided, except);
  const before = now - FILES_KEPT_MS;
  const files = await deleteImportFiles(db, before, except);
  return ended + files + (await deleteCodeImports(db, before, except));
}
