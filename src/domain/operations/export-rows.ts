import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { ExportFormat, ExportName } from '../exports/export-names.ts';
import { beginReadingRows, columnNames, copyText, countRows } from '../exports/store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

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
  bytes: AsyncIterableIterator<Buffer>;
}

/**
 * Begins to export the rows of a program in the order of ids, by one statement whose rows are streamed. The time limits
 * of `deps` must give it enough time. Rows that commit later have a higher id than `last_id`, so the next export from
 * there misses and repeats nothing.
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
  const header = format === 'csv' ? [Buffer.from(`${columnNames(what).join(',')}\n`)] : [];
  const { first, rest } = await read(({ hot }) =>
    begun(hot.copyOut(copyText(program.id, what, format, range))),
  );
  return { rows, last_id, bytes: following([...header, ...first], rest) };
}

/** The rows, after the first of them have come: a source that fails at its beginning fails here. */
async function begun(
  rows: AsyncGenerator<Buffer>,
): Promise<{ first: Buffer[]; rest: AsyncGenerator<Buffer> }> {
  const { value, done } = await rows.next();
  return { first: done ? [] : [value], rest: rows };
}

/**
 * The pieces, then the rows, which hold a connection. It is no generator, because a generator that is closed before its
 * first piece never runs, and would leave the rows open.
 */
function following(pieces: Buffer[], rows: AsyncGenerator<Buffer>): AsyncIterableIterator<Buffer> {
  return {
    async next() {
      const value = pieces.shift();
      return value ? { value, done: false } : rows.next();
    },
    return(value) {
      pieces.length = 0;
      return rows.return(value);
    },
    throw(error) {
      pieces.length = 0;
      return rows.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
