import type { ImportFile } from '../../../domain/imports/file-store.ts';
import { DATE_ORDERS, type DateOrder, IMPORT_FIELDS } from '../../../domain/imports/import-fields.ts';
import { mapColumns } from '../../../domain/imports/map-columns.ts';
import { PLAIN, PRESETS } from '../../../domain/imports/presets.ts';
import type { ImportChoices } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';

/** The preset that finds the most columns in a header; '' if no preset finds more than the fields' own names do. */
export function likelyPreset(header: readonly string[]): string {
  const found = (name: string) =>
    Object.values(columnsFound(header, name)).filter((column) => column !== '').length;
  const names = Object.keys(PRESETS).filter((name) => name !== 'loyaltyd');
  return names.reduce((best, name) => (found(name) > found(best) ? name : best), '');
}

/** The header that a preset finds for each field; '' if the file has none. */
function columnsFound(header: readonly string[], preset: string): Record<string, string> {
  const none = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, '']));
  try {
    const { columns } = mapColumns(header, { preset: PRESETS[preset] ?? PLAIN, columns: {}, dates: null });
    for (const [field, at] of columns) none[field] = header[at]!;
  } catch {
    // No column identifies the customers, so the operator must choose one.
  }
  return none;
}

/** The first choices for a file, or the choices of a preset that the operator chose. */
export function firstChoices(
  program: Program,
  { layout }: ImportFile,
  preset: string | undefined,
): ImportChoices {
  const name =
    preset !== undefined && (preset === '' || Object.hasOwn(PRESETS, preset))
      ? preset
      : likelyPreset(layout.header);
  return {
    preset: name,
    columns: columnsFound(layout.header, name),
    dates: null,
    site: program.sites[0]!.key,
  };
}

/** The choices of a form. A missing field is left out. */
export function choicesOfForm(
  program: Program,
  form: Readonly<Partial<Record<string, string>>>,
): ImportChoices {
  const { preset = '', dates, site = program.sites[0]!.key } = form;
  return {
    preset,
    columns: Object.fromEntries(IMPORT_FIELDS.map((field) => [field, form[`field_${field}`] ?? ''])),
    dates: (DATE_ORDERS as readonly string[]).includes(dates ?? '') ? (dates as DateOrder) : null,
    site,
  };
}
