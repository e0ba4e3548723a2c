import type { CoreDeps } from '../core/deps.ts';
import { deleteImportFiles } from './file-store.ts';

/** Files hold what people wrote of customers: they are kept for no longer than mending their rows takes. */
export const FILES_KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes files that people brought, and the tasks on them, once their time is over; returns how many. */
export async function purgeImportFiles({ db, clock }: Pick<CoreDeps, 'db' | 'clock'>): Promise<number> {
  return deleteImportFiles(db, clock.real() - FILES_KEPT_MS);
}
