import type { Report } from './read-report.ts';
import { columnNames } from './report-kinds.ts';

/** The rows of a report as csv, each row ended by LF, without the header. Keys hold nothing that csv would quote. */
export function reportCsv({ name, rows }: Pick<Report, 'name' | 'rows'>): string {
  const columns = columnNames(name);
  return rows.map((row) => `${columns.map((column) => row[column] ?? '').join(',')}\n`).join('');
}
