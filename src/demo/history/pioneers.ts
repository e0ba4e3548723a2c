import { createHash } from 'node:crypto';
import type { FileRow } from '../../domain/imports/import-fields.ts';
import { mapColumns } from '../../domain/imports/map-columns.ts';
import { PLAIN } from '../../domain/imports/presets.ts';
import { importCustomers } from '../../domain/operations/import-customers.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Biography } from './deed.ts';
import { HISTORY_ACTOR } from './perform-deed.ts';

const HEADER = ['merchant_id', 'email', 'first_name', 'last_name', 'birthday', 'lots'];

/** Imports the customers of the former program with their points, as an operator does with a file. */
export async function importPioneers(
  deps: Deps,
  program: Program,
  pioneers: readonly Biography[],
): Promise<void> {
  const rows = pioneers.map((pioneer, index) => ({ line: index + 2, cells: cellsOf(pioneer) }));
  const hash = createHash('sha256')
    .update(JSON.stringify([HEADER, ...rows]))
    .digest();
  const { refusals } = await importCustomers(deps, {
    program,
    site: program.sites[0]!,
    file: { name: 'former-program.csv', hash },
    mapping: mapColumns(HEADER, { preset: PLAIN, columns: {}, dates: null }),
    options: {},
    read: () => each(rows),
    dry_run: false,
    by: HISTORY_ACTOR,
  });
  if (refusals.length > 0) throw new Error(`a customer could not be brought in: ${refusals[0]!.reason}`);
}

function cellsOf({ person, brought_along = [] }: Biography): string[] {
  const { merchant_id, email, first_name, last_name, birthday } = person;
  const two = (figure: number) => String(figure).padStart(2, '0');
  const born = `${birthday.year}-${two(birthday.month)}-${two(birthday.day)}`;
  const lots = brought_along.map(
    ({ points, expires_at }) => `${points}@${new Date(expires_at).toISOString().slice(0, 10)}`,
  );
  return [merchant_id, email, first_name, last_name, born, lots.join(';')];
}

async function* each(rows: readonly FileRow[]): AsyncGenerator<FileRow> {
  yield* rows;
}
