import type { FastifyReply } from 'fastify';
import { findImportFile, type ImportFile, sourceOf } from '../../../domain/imports/file-store.ts';
import { eachRefusal } from '../../../domain/imports/list-imports.ts';
import { readRows } from '../../../domain/imports/read-csv.ts';
import type { Refusal } from '../../../domain/imports/record-store.ts';
import { findRunOf, findTask } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { sendCsv } from '../../csv.ts';
import { whileAdmitted } from './while-admitted.ts';

/** Refused rows, to be corrected and imported again. */
interface RefusedCsv {
  columns: string[];
  rows: AsyncIterable<Buffer>;
}

type ReadDeps = Pick<Deps, 'db'>;

/** The rows that the latest trial of a file refused, as the file has them. */
export async function refusedCsvOfFile(
  deps: ReadDeps,
  program: Program,
  file: ImportFile,
): Promise<RefusedCsv> {
  const task = await findTask(deps.db, program.id, { file_id: file.id });
  const refusals = (task?.outcome?.refusals ?? []) as readonly Refusal[];
  return wholeRows(deps, program, file, [refusals]);
}

/** The rows that an import refused: the whole rows while the file is stored, later only their lines and reasons. */
export async function refusedCsvOfImport(
  deps: ReadDeps,
  program: Program,
  importId: number,
): Promise<RefusedCsv> {
  const run = await findRunOf(deps.db, program.id, importId);
  const file = run?.file_id ? await findImportFile(deps.db, program.id, run.file_id) : undefined;
  const refusals = eachRefusal(deps, program, importId);
  if (file) return wholeRows(deps, program, file, refusals);
  return { columns: ['line', 'reason'], rows: linesOf(refusals) };
}

/** Refusals in the order of the file, in parts: an import may refuse a million rows. */
type Refusals = AsyncIterable<readonly Refusal[]> | Iterable<readonly Refusal[]>;

async function* oneByOne(refusals: Refusals): AsyncGenerator<Refusal> {
  for await (const some of refusals) yield* some;
}

async function* linesOf(refusals: Refusals): AsyncGenerator<Buffer> {
  for await (const { line, reason } of oneByOne(refusals)) yield csvRow([String(line), reason]);
}

/** The column of reasons is the last one, so a file that is imported again may keep it. */
function wholeRows(deps: ReadDeps, program: Program, file: ImportFile, refusals: Refusals): RefusedCsv {
  const { header } = file.layout;
  const rows = async function* () {
    const each = oneByOne(refusals);
    let next = await each.next();
    for await (const { line, cells } of readRows(sourceOf(deps.db, program.id, file), file.layout)) {
      if (next.done) return;
      if (next.value.line !== line) continue;
      yield csvRow([...header.map((_, at) => cells[at] ?? ''), next.value.reason]);
      next = await each.next();
    }
  };
  return { columns: [...header, 'refused because'].map(csvCell), rows: rows() };
}

function csvRow(cells: readonly string[]): Buffer {
  return Buffer.from(`${cells.map(csvCell).join(',')}\n`);
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function sendRefused(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  reply: FastifyReply,
  fileName: string,
  { columns, rows }: RefusedCsv,
): FastifyReply {
  const name = `refused-${fileName.replaceAll(/[^\w.-]/g, '_').slice(-80)}`;
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return sendCsv(reply, columns, whileAdmitted(deps, reply.request, rows));
}
