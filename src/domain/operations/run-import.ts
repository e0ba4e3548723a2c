import { isConstraintViolation } from '../core/database-errors.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { StaleReadError } from '../core/stale-read.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { type ChunkResult, importChunk } from '../imports/import-chunk.ts';
import type { FileRow, GivenCustomer } from '../imports/import-fields.ts';
import type { ColumnMapping } from '../imports/map-columns.ts';
import { readRow } from '../imports/read-row.ts';
import {
  addToImport,
  insertImportRows,
  insertRefusals,
  lockImport,
  type Refusal,
  type RowCounts,
} from '../imports/record-store.ts';
import { findNamed } from '../imports/store.ts';
import type { FileSurvey } from '../imports/survey-file.ts';
import { isDue } from '../ledger/due.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secret' | 'programs'>;

interface Run {
  program: Program;
  /** The home site of new customers. */
  site: Site;
  mapping: ColumnMapping;
  survey: FileSurvey;
  rows: AsyncIterable<FileRow>;
  /** null: a dry run. */
  import: { id: number; rows_done: number } | null;
  /**
   * The most points of a customer that a second operator approved; 0: no second operator approved, so the limit for one
   * operator holds. null: no operator imports, or it is a dry run.
   */
  bound: { approved: number } | null;
  /** Called in each transaction, once the import is locked. */
  onCommit?: ((tx: Tx, importId: number) => Promise<void>) | undefined;
  onProgress?: ((rows: number, of: number) => void) | undefined;
  /** Called with all refusals, chunk by chunk, also of chunks that are rolled back. */
  onRefused?: ((refusals: readonly Refusal[]) => void) | undefined;
}

/** The totals of the rows that this run did. */
interface RunTotals {
  counts: RowCounts;
  refusals: Refusal[];
  examples: string[];
  /** The most points that a row gives or takes. */
  most_points: number;
}

const CHUNK = 1_000;
/** A chunk in which more customers than this have due work is split into parts of so many rows. */
const MOST_DUE = 100;
const ATTEMPTS = 5;
const TOLD = { refusals: 100, examples: 10 };

type Item = GivenCustomer | Refusal;

/** Imports the rows that are not done yet, chunk by chunk, each in its own transaction. */
export async function runImport(deps: ImportDeps, run: Run): Promise<RunTotals> {
  const totals: RunTotals = {
    counts: {
      created: 0,
      changed: 0,
      unchanged: 0,
      refused: 0,
      points: 0,
      spent: 0,
      pending: 0,
    },
    refusals: [],
    examples: [],
    most_points: 0,
  };
  const behind = run.import?.rows_done ?? 0;
  run.onProgress?.(behind, run.survey.rows);
  let seen = 0;
  let program = run.program;
  let items: Item[] = [];
  const take = async () => {
    for (const part of await partsOf(deps, program, run, items))
      await takeTogether(deps, program, run, part, totals);
    run.onProgress?.(seen, run.survey.rows);
    // The program may have been applied again meanwhile.
    program = (await deps.programs.some([program.id]))[0]!;
    items = [];
  };
  for await (const row of run.rows) {
    seen += 1;
    // Rows that are done are surveyed too, because a later row may repeat them.
    const repetition = run.survey.repetition(row);
    if (seen <= behind) continue;
    items.push(itemOf(deps, program, run, row, repetition));
    if (items.length === CHUNK) await take();
  }
  if (items.length > 0) await take();
  return totals;
}

function itemOf(
  deps: ImportDeps,
  program: Program,
  { site, mapping }: Run,
  row: FileRow,
  repetition: string | undefined,
): Item {
  if (repetition !== undefined) return { line: row.line, reason: repetition };
  const read = readRow(row, { mapping, program, site, now: deps.clock.now(program) });
  return 'mistakes' in read ? { line: read.line, reason: read.mistakes.join('; ') } : read;
}

const isRefusal = (item: Item): item is Refusal => 'reason' in item;
const isGiven = (item: Item): item is GivenCustomer => !isRefusal(item);

/** Processing a customer's due work takes time, and no transaction may take long. */
async function partsOf(
  deps: ImportDeps,
  program: Program,
  run: Run,
  items: readonly Item[],
): Promise<Item[][]> {
  const { identity } = run.mapping;
  const names = items
    .filter(isGiven)
    .map((item) => (identity === 'email' ? item.email! : platformKey(item.merchant_id!)));
  const known = await findNamed(deps.db, program.id, identity, names);
  const now = deps.clock.now(program);
  const due = [...known.values()].filter((customer) => isDue(program, customer, now)).length;
  if (due <= MOST_DUE) return [[...items]];
  return Array.from({ length: Math.ceil(items.length / MOST_DUE) }, (_, part) =>
    items.slice(part * MOST_DUE, (part + 1) * MOST_DUE),
  );
}

/**
 * The next attempt sees ids and emails that other transactions took meanwhile. A row that fails in every attempt is
 * refused alone.
 */
async function takeTogether(
  deps: ImportDeps,
  program: Program,
  run: Run,
  items: Item[],
  totals: RunTotals,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const result = await commit(deps, program, run, items);
      if (run.import) run.import.rows_done += items.length;
      addUp(totals, result);
      run.onRefused?.(result.refusals);
      return;
    } catch (error) {
      if (!(error instanceof StaleReadError) && !isConstraintViolation(error)) throw error;
    }
  }
  if (items.length > 1) {
    for (const item of items) await takeTogether(deps, program, run, [item], totals);
  } else {
    const reason = 'has a merchant_id, an email or a referral_id that somebody else has';
    await takeTogether(deps, program, run, [{ line: items[0]!.line, reason }], totals);
  }
}

/** Rolls a dry run back. */
class TakenBack extends Error {
  constructor(readonly result: ChunkResult) {
    super('a dry run');
  }
}

async function commit(
  deps: ImportDeps,
  program: Program,
  run: Run,
  items: readonly Item[],
): Promise<ChunkResult> {
  try {
    return await runInTransaction(deps, undefined, async (tx) => {
      if (run.import) {
        await lockRunning(tx, program.id, run.import);
        await run.onCommit?.(tx, run.import.id);
      }
      const import_id = run.import?.id ?? null;
      const { site, mapping } = run;
      const terms = {
        program,
        site,
        identity: mapping.identity,
        import_id,
        most_points: limitOf(run, program),
      };
      const result = await importChunk(tx, deps, terms, items.filter(isGiven));
      const refused = items.filter(isRefusal);
      result.refusals.push(...refused);
      result.counts.refused += refused.length;
      if (!run.import) throw new TakenBack(result);
      const { id } = run.import;
      await insertImportRows(tx, program.id, id, result.rows);
      await insertRefusals(tx, program.id, id, result.refusals);
      await addToImport(tx, program.id, id, items.length, result.counts, await deps.clock.shared(tx));
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

/** The most points that a row may give or take; null: any. */
function limitOf({ bound }: Run, { settings }: Program): number | null {
  const alone = settings.approvals?.points_above;
  return bound === null || alone === undefined ? null : Math.max(alone, bound.approved);
}

/** The message for an import that another process took over. */
export const goesOnElsewhere = (id: number): string =>
  `Another process goes on with import ${id}, or reverts it.`;

/** Throws if another process continued the import, or reverts it. */
export async function lockRunning(
  tx: Tx,
  programId: number,
  { id, rows_done }: { id: number; rows_done: number },
): Promise<RowCounts> {
  const record = await lockImport(tx, programId, id);
  if (record?.state === 'running' && record.rows_done === rows_done) return record;
  throw new DomainError('invalid_request', goesOnElsewhere(id));
}

function addUp(totals: RunTotals, result: ChunkResult): void {
  const { counts, refusals, examples } = totals;
  totals.most_points = Math.max(totals.most_points, result.most_points);
  for (const name of Object.keys(counts) as (keyof RowCounts)[]) counts[name] += result.counts[name];
  result.refusals.sort((a, b) => a.line - b.line);
  refusals.push(...result.refusals.slice(0, TOLD.refusals - refusals.length));
  examples.push(...result.examples.slice(0, TOLD.examples - examples.length));
}
