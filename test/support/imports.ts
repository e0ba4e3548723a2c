import { createHash } from 'node:crypto';
import type { FileRow } from '../../src/domain/imports/import-fields.ts';
import { type MappingChoices, mapColumns } from '../../src/domain/imports/map-columns.ts';
import { PLAIN } from '../../src/domain/imports/presets.ts';
import {
  type ImportInput,
  type ImportOutcome,
  importCustomers,
} from '../../src/domain/operations/import-customers.ts';
import { type RevertOutcome, revertImport } from '../../src/domain/operations/revert-import.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

export type ImportSketch = Partial<
  Pick<ImportInput, 'dry_run' | 'read' | 'onProgress' | 'onRefused' | 'site'>
> & {
  choices?: Partial<MappingChoices>;
  deps?: ImportDepsOf;
};
type ImportDepsOf = Parameters<typeof importCustomers>[0];

const rowOf = (text: string, index: number): FileRow => ({ line: index + 1, cells: text.split(',') });

/** Imports a file of these lines, the header first. Commas separate cells, and cells are never quoted. */
export function importLines(
  domain: Pick<TestDomain, 'deps' | 'program'>,
  lines: readonly string[],
  { choices, deps, ...rest }: ImportSketch = {},
): Promise<ImportOutcome> {
  const [header = '', ...rows] = lines;
  const mapping = mapColumns(header.split(','), { preset: PLAIN, columns: {}, dates: null, ...choices });
  const { program } = domain;
  return importCustomers(deps ?? domain.deps, {
    program,
    site: program.sites.at(-1)!,
    file: { name: 'customers.csv', hash: createHash('sha256').update(lines.join('\n')).digest() },
    mapping,
    options: { columns: Object.fromEntries(mapping.columns), dates: mapping.dates },
    read: async function* () {
      yield* rows.map((text, index) => rowOf(text, index + 1));
    },
    dry_run: false,
    by: TESTER,
    ...rest,
  });
}

export function revert(domain: TestDomain, importId: number): Promise<RevertOutcome> {
  return revertImport(domain.deps, { program: domain.program, import_id: importId, by: TESTER });
}
