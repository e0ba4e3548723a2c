import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isConstraintViolation } from '../core/database-errors.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { FileRow } from '../imports/import-fields.ts';
import type { ColumnMapping } from '../imports/map-columns.ts';
import {
  findImport,
  findUnfinished,
  insertImport,
  leaseImport,
  listRefusals,
  type Refusal,
  type RowCounts,
  setImportState,
} from '../imports/record-store.ts';
import { surveyFile } from '../imports/survey-file.ts';
import type { Program, Site } from '../programs/configuration.ts';
import { type ImportDeps, lockRunning, runImport } from './run-import.ts';

export interface ImportInput {
  program: Program;
  /** The home site of new customers. */
  site: Site;
  file: { name: string; hash: Buffer };
  mapping: ColumnMapping;
  /** Every option that affects how the file is read, as JSON. */
  options: object;
  /** Reads the rows from the first on, for each pass over the file. */
  read: () => AsyncIterable<FileRow>;
  /** Reports the effect of the import, and writes nothing. */
  dry_run: boolean;
  by: Actor;
  /** The second operator, and the most points of a customer that were approved. Only operators need one. */
  approved?: { by: number; most_points: number } | null;
  /** The import that the same order began before; null, absent: it began none. */
  begun?: number | null;
  /**
   * Called in each transaction of the import, after the import is locked. Throws if another process has taken over the
   * order.
   */
  onCommit?: (tx: Tx, importId: number) => Promise<void>;
  onProgress?: (rows: number, of: number) => void;
  /** Called with every row that this run refuses. */
  onRefused?: (refusals: readonly Refusal[]) => void;
}

export interface ImportOutcome extends RowCounts {
  /** null: a dry run. */
  import_id: number | null;
  /** The number of rows in the file. */
  rows: number;
  /** How many rows an earlier run of the same import had done. */
  resumed_behind: number;
  /** The first refused rows. */
  refusals: Refusal[];
  /** The effects of the first rows that have any, as far as this run reached them. */
  examples: string[];
  /** The most points that a row gives or takes, as far as this run reached them. */
  most_points: number;
}

const REFUSALS_TOLD = 100;

/**
 * Imports customers from a file, a transaction per thousand rows. An interrupted import continues when it is run again
 * with the same file and options. A row that cannot be imported is refused, and the rest goes on. A dry run rolls each
 * transaction back. Throws invalid_request if the file is being imported with other options, or if the import that the
 * order began is reverted.
 */
export async function importCustomers(deps: ImportDeps, input: ImportInput): Promise<ImportOutcome> {
  const { program, site, mapping, dry_run, by, approved, onCommit, onProgress, onRefused } = input;
  const over = await outcomeOfDone(deps, input);
  if (over) return over;
  const survey = await surveyFile(input.read(), mapping);
  const begun = dry_run ? null : await beginOrResume(deps, input);
  const resumed_behind = begun?.rows_done ?? 0;
  const bound = by.kind === 'operator' && !dry_run ? { approved: approved?.most_points ?? 0 } : null;
  const read = { survey, rows: input.read() };
  const run = { program, site, mapping, ...read, import: begun, bound, onCommit, onProgress, onRefused };
  const end = async () => ({
    ...(await runImport(deps, run)),
    finished: begun && (await finish(deps, input, begun)),
  });
  const {
    counts: ofThisRun,
    refusals: first,
    examples,
    most_points,
    finished: counts,
  } = await end().catch(async (error) => {
    if (begun) await leaseImport(deps.db, program.id, begun.id, null).catch(() => {});
    throw error;
  });
  const told = { rows: survey.rows, resumed_behind, examples, most_points };
  if (!begun || !counts) return { import_id: null, ...told, ...ofThisRun, refusals: first };
  return { import_id: begun.id, ...told, ...counts, refusals: await firstRefusals(deps, program, begun.id) };
}

/** The outcome of the import that the order began, if it is done: another run would be another import. */
async function outcomeOfDone(
  deps: ImportDeps,
  { program, begun: id }: ImportInput,
): Promise<ImportOutcome | undefined> {
  const record = id == null ? undefined : await findImport(deps.db, program.id, id);
  if (record?.state === 'reverted') throw notImported(NOT_IMPORTED.reverted(record.id));
  if (record?.state !== 'done') return undefined;
  const told = { rows: record.rows_done, resumed_behind: record.rows_done, examples: [], most_points: 0 };
  const refusals = await firstRefusals(deps, program, record.id);
  return { import_id: record.id, ...told, ...countsOf(record), refusals };
}

function firstRefusals(deps: ImportDeps, program: Program, importId: number): Promise<Refusal[]> {
  return listRefusals(deps.db, program.id, importId, { after: -1, limit: REFUSALS_TOLD });
}

function countsOf(of: RowCounts): RowCounts {
  const { created, changed, unchanged, refused, points, spent, pending } = of;
  return { created, changed, unchanged, refused, points, spent, pending };
}

interface Begun {
  id: number;
  rows_done: number;
}

async function beginOrResume(deps: ImportDeps, input: ImportInput): Promise<Begun> {
  const { program, file, options, by, approved, onCommit } = input;
  const unfinished = await findUnfinished(deps.db, program.id, file.hash, options);
  if (unfinished?.state === 'reverting') throw notImported(NOT_IMPORTED.reverting(unfinished.id));
  if (unfinished && !unfinished.same_options) throw notImported(NOT_IMPORTED.begun_otherwise(unfinished.id));
  if (unfinished) {
    await runInTransaction(deps, undefined, async (tx) => {
      await leaseImport(tx, program.id, unfinished.id, await deps.clock.shared(tx));
      await onCommit?.(tx, unfinished.id);
    });
    return { id: unfinished.id, rows_done: unfinished.rows_done };
  }
  try {
    return await runInTransaction(deps, undefined, async (tx) => {
      const started = { program_id: program.id, file_name: file.name, file_hash: file.hash, options };
      const id = await insertImport(tx, started, await deps.clock.shared(tx));
      await recordAudit(tx, deps, {
        program_id: program.id,
        actor: by,
        action: 'import.started',
        subject: { kind: 'import', id },
        ...(approved && { details: { approved_by: approved.by } }),
      });
      await onCommit?.(tx, id);
      return { id, rows_done: 0 };
    });
  } catch (error) {
    if (isConstraintViolation(error)) throw notImported(NOT_IMPORTED.begun_elsewhere());
    throw error;
  }
}

/** Why a file is not imported, by the id of the import that is in the way. */
export const NOT_IMPORTED = {
  reverting: (id: number) =>
    `import ${id} of it is being reverted; wait for that, or revert it again to go on`,
  begun_otherwise: (id: number) =>
    `import ${id} of it was begun with other options; go on with those, or revert it`,
  reverted: (id: number) => `import ${id} of it is reverted`,
  begun_elsewhere: () => 'another process has just begun to import it',
} as const;

/** The refusal of a file, for a reason of the list above. */
export function notImported(why: string): DomainError {
  return new DomainError('invalid_request', `The file is not imported: ${why}.`);
}

async function finish(
  deps: ImportDeps,
  { program, by, onCommit }: ImportInput,
  begun: Begun,
): Promise<RowCounts> {
  return runInTransaction(deps, undefined, async (tx) => {
    const counts = countsOf(await lockRunning(tx, program.id, begun));
    await onCommit?.(tx, begun.id);
    await setImportState(tx, program.id, begun.id, 'done', deps.clock.real());
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'import.finished',
      subject: { kind: 'import', id: begun.id },
      details: counts,
    });
    return counts;
  });
}
