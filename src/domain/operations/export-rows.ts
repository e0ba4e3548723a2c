import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Unavailable } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { ExportFormat, ExportName } from '../exports/export-names.ts';
import { beginReadingRows, columnNames, countRows, readSlice } from '../exports/store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { requireHere } from '../programs/require-here.ts';

interface ExportInput {
  program: Program;
  what: ExportName;
  format: ExportFormat;
  /** Only rows with a higher id. */
  since_id: number;
  by: Actor;
}

interface StartedExport {
  rows: number;
  /** An export with this as its `since_id` begins where this export ends. */
  last_id: number;
  /** The header of a csv, then the rows as they are read. Each line ends in a line feed. */
  bytes: AsyncGenerator<Buffer>;
}

const CHANGED = 'Rows were merged or erased while they were read. Export them again.';

/**
 * Begins to export the rows of a program in the order of ids. They are read in slices, so no statement waits for the
 * reader. The first slice is read before this returns, so that an unreachable database gives an error and not an empty
 * file. Rows that commit later have a higher id than `last_id`, so the next export from there misses and repeats nothing.
 * Throws Unavailable at the end if the program left this schema before the last row was read, or if rows of several
 * slices were merged or erased meanwhile: the points of a merged customer could be in two slices or in none.
 */
export async function startExport(
  deps: Pick<Deps, 'db' | 'hot' | 'replicas' | 'clock'>,
  { program, what, format, since_id, by }: ExportInput,
): Promise<StartedExport> {
  const { highWater, read } = await beginReadingRows(deps, what);
  const last_id = Math.max(since_id, highWater);
  const range = { above: since_id, to: last_id };
  const rows = await read((source) => countRows(source, program.id, what, range));
  await runInTransaction(deps, undefined, (tx) =>
    recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'export.made',
      subject: { kind: 'program', id: program.id },
      details: { what, format, since_id, last_id, rows },
    }),
  );
  const sliceAfter = (above: number) =>
    read((source) => readSlice(source, program.id, { what, format }, { above, to: last_id }));
  const first = await sliceAfter(since_id);
  async function* bytes() {
    if (format === 'csv') yield Buffer.from(`${columnNames(what).join(',')}\n`);
    for (let slice = first; ; slice = await sliceAfter(slice.last_id)) {
      yield* slice.bytes;
      if (slice.last_id === null) break;
    }
    if (first.last_id === null) return;
    await requireHere(deps, program.id);
    if ((await countRows(deps, program.id, what, range)) !== rows) throw new Unavailable('none', CHANGED);
  }
  return { rows, last_id, bytes: bytes() };
}
