import { startExport } from '../../src/domain/operations/export-rows.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

/** The program's customers as `export customers` writes them: the lines of a csv, the header first. */
export async function exportedCustomers({ deps, program }: TestDomain): Promise<string[]> {
  const input = { program, what: 'customers', format: 'csv', since_id: 0, by: TESTER } as const;
  const { bytes } = await startExport(deps, input);
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString().trimEnd().split('\n');
}

/** Such lines by the columns named, a row each; no cell may hold a comma. */
export function columnsOf(lines: readonly string[], names: readonly string[]): string[][] {
  const [header = '', ...rows] = lines;
  const places = names.map((name) => header.split(',').indexOf(name));
  return rows.map((row) => {
    const cells = row.split(',');
    return places.map((place) => cells[place]!);
  });
}
