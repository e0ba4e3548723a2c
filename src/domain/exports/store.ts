import { sql } from 'kysely';
import { beginReading, type Reading } from '../listings/begin-reading.ts';
import type { Deps } from '../programs/deps.ts';
import type { ExportFormat, ExportName } from './export-names.ts';
import { type ExportColumn, SOURCES } from './source-store.ts';

/** Begins to read rows, up to a horizon: no further rows can appear with ids up to it. */
export function beginReadingRows<D extends Pick<Deps, 'db' | 'replicas'>>(
  deps: D,
  name: ExportName,
): Promise<Reading<D>> {
  return beginReading(deps, SOURCES[name].ids);
}

/** The number of rows between two ids, `above` exclusive and `to` inclusive. */
export async function countRows(
  deps: Pick<Deps, 'db'>,
  programId: number,
  name: ExportName,
  { above, to }: { above: number; to: number },
): Promise<number> {
  const { where } = SOURCES[name];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} t
      where t.program_id = ${programId} and t.id > ${above} and t.id <= ${to} and ${sql.raw(where)}`.execute(
    deps.db,
  );
  return rows[0]!.count;
}

/** As many rows as one statement reads. They are in memory while the reader is slow, and Postgres waits for nobody. */
const SLICE_ROWS = 10_000;

interface Slice {
  /** The rows in the order of their ids. A line feed ends each row. */
  bytes: Buffer[];
  /** The id of the last row; null: there are no rows after these. */
  last_id: number | null;
}

/** The first rows between two ids, `above` exclusive and `to` inclusive. */
export async function readSlice(
  deps: Pick<Deps, 'db' | 'hot'>,
  programId: number,
  { what, format }: { what: ExportName; format: ExportFormat },
  { above, to }: { above: number; to: number },
): Promise<Slice> {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(what)} t
      where t.program_id = ${programId} and t.id > ${above} and t.id <= ${to} and ${sql.raw(SOURCES[what].where)}
      order by t.id offset ${SLICE_ROWS - 1} limit 1`.execute(deps.db);
  const last_id = rows[0]?.id ?? null;
  const bytes: Buffer[] = [];
  const copied = deps.hot.copyOut(copyText(programId, what, format, { above, to: last_id ?? to }));
  for await (const chunk of copied) bytes.push(chunk);
  return { bytes, last_id };
}

function copyText(
  programId: number,
  name: ExportName,
  format: ExportFormat,
  { above, to }: { above: number; to: number },
): string {
  const { from, where, columns } = SOURCES[name];
  const program = String(programId);
  const values = columns
    .map((column) => (format === 'csv' ? csvValue(column) : jsonMember(column)))
    .join(', ');
  const selected = format === 'csv' ? values : `json_build_object(${values})`;
  const query = `select ${selected} from ${from}
    where t.program_id = ${program} and t.id > ${above} and t.id <= ${to} and ${where} order by t.id`;
  // A line of JSON contains no control characters. With these as quote and delimiter, csv leaves the line unchanged.
  const options = format === 'csv' ? 'format csv' : `format csv, quote e'\\x01', delimiter e'\\x02'`;
  return `copy (${query.replaceAll('$program', program)}) to stdout (${options})`;
}

/**
 * A spreadsheet would run text that begins with tab, CR, +, -, = or @ as a formula, so such text gets a quote before
 * it. Text that already begins like a quoted text gets another quote, so that readers can distinguish the two.
 */
function csvValue({ sql: value, text }: ExportColumn): string {
  if (!text) return value;
  return `case when ascii((${value})::text) in (9, 13, 39, 43, 45, 61, 64) and (${value})::text ~ '^''*[\\t\\r+=@-]'
    then '''' || (${value})::text else (${value})::text end`;
}

function jsonMember({ name, sql: value }: ExportColumn): string {
  return `'${name}', ${value}`;
}

/** The names of the columns, in order. */
export function columnNames(name: ExportName): string[] {
  return SOURCES[name].columns.map((column) => column.name);
}
