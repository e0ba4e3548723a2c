import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import {
  type ImportRecord,
  isInterrupted,
  listImportRecords,
  listRefusals,
  type Refusal,
} from './record-store.ts';

interface ListedImport extends ImportRecord {
  /** The import is not finished and no process works on it. If it is run again, it continues. */
  interrupted: boolean;
}

/** A program's imports, newest first. */
export async function listImports(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
): Promise<ListedImport[]> {
  const now = await deps.clock.shared(deps.db);
  const records = await listImportRecords(deps.db, program.id);
  return records.map((record) => ({ ...record, interrupted: isInterrupted(record, now) }));
}

const AT_ONCE = 1_000;

/** Every row that an import refused, in the order of the file. Reads a thousand at a time. */
export async function* eachRefusal(
  deps: Pick<Deps, 'db'>,
  program: Program,
  importId: number,
): AsyncGenerator<Refusal[]> {
  for (let after = -1; ; ) {
    const refusals = await listRefusals(deps.db, program.id, importId, { after, limit: AT_ONCE });
    if (refusals.length === 0) return;
    yield refusals;
    after = refusals.at(-1)!.line;
  }
}
