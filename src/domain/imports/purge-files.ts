import type { CoreDeps } from '../core/deps.ts';
import { deleteCodeImports } from './code-import-store.ts';
import { deleteImportFiles } from './file-store.ts';
import { endUndecidedTasks } from './task-store.ts';

/** Files hold what people wrote of customers: they are kept for no longer than mending their rows takes. */
export const FILES_KEPT_MS = 24 * 60 * 60 * 1000;

/** Customers go on meanwhile: what a second person would approve is less and less what the trial found. */
const DECIDED_WITHIN_MS = 24 * 60 * 60 * 1000;

/** Said of an order on which nobody decided in time. */
export const UNDECIDED = 'Nobody decided within a day. Nothing was imported.';

/** Said where a file is asked for whose time is over. */
export const FILE_GONE = 'The file is no longer there: files are kept for a day.';

/** Whether an order waited too long for a second person. */
export function isTooOld({ created_at }: { created_at: number }, now: number): boolean {
  return created_at < now - DECIDED_WITHIN_MS;
}

/**
 * Ends the orders on which nobody decided in time, and deletes files and codes that people brought, and the tasks on
 * them, once their time is over, but nothing of the programs `except`; returns how many of all these.
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
