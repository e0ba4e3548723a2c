import type { Report } from './read-report.ts';
import { columnNames } from './report-kinds.ts';

/**
 * The rows of a report as csv, each with LF at its end, without the header. Keys contain nothing that csv would quote.
 */
export function reportCsv({ name, rows }: Pick<Report, 'name' | 'rows'>): string {
  const columns = columnNames(name);
  return rows.map((row) => `${columns.map((column) => row[column] ?? '').join(',')}\n`).join('');
}
