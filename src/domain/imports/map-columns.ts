import { DomainError } from '../core/errors.ts';
import { type DateOrder, type ImportField, isImportField } from './import-fields.ts';
import type { Preset } from './presets.ts';

/** The mapping of a file's columns to fields. */
export interface ColumnMapping {
  /** The index of the column by field; the first column is 0. */
  columns: ReadonlyMap<ImportField, number>;
  /** The number of cells in a row. */
  width: number;
  /** The field by which rows name their customers. */
  identity: 'merchant_id' | 'email';
  dates: DateOrder;
  unknown_year: number | null;
  quoted_formulas: boolean;
  /** The headers of columns that are not read. */
  ignored: string[];
}

/** The operator's changes to the preset: by field the header, or '' to leave the field out. */
export interface MappingChoices {
  preset: Preset;
  columns: Readonly<Record<string, string>>;
  dates: DateOrder | null;
}

/**
 * Finds the columns of a file by its header. Throws invalid_request, with all mistakes at once, if a named header is
 * missing or occurs twice, or if no column names the customers.
 */
export function mapColumns(
  header: readonly string[],
  { preset, columns, dates }: MappingChoices,
): ColumnMapping {
  const complaints: string[] = [];
  const found = new Map<ImportField, number>();
  const places = placesOf(header);
  for (const [field, name] of Object.entries(columns)) {
    if (!isImportField(field)) complaints.push(`there is no field ${field}`);
    else if (name !== '') {
      const at = places.get(comparable(name)) ?? [];
      if (at.length === 1) found.set(field, at[0]!);
      else
        complaints.push(
          `the column ${name} ${at.length === 0 ? 'is not in the file' : 'stands in it twice'}`,
        );
    }
  }
  for (const [field, names] of Object.entries(preset.columns) as [ImportField, readonly string[]][]) {
    const name = names.find((candidate) => places.has(comparable(candidate)));
    if (name === undefined || field in columns) continue;
    const at = places.get(comparable(name))!;
    if (at.length === 1) found.set(field, at[0]!);
    else complaints.push(`the column ${name} stands in the file twice`);
  }
  if (!found.has('merchant_id') && !found.has('email'))
    complaints.push(`no column holds the customers' merchant_id or email; the file has ${namesOf(header)}`);
  if (complaints.length > 0) {
    throw new DomainError('invalid_request', `The file cannot be read: ${complaints.join('; ')}.`);
  }
  // The number of pending points alone is not enough: it does not say when they are approved.
  if (!found.has('pending')) found.delete('points_pending');
  const taken = new Set(found.values());
  return {
    columns: found,
    width: header.length,
    identity: found.has('merchant_id') ? 'merchant_id' : 'email',
    dates: dates ?? preset.dates,
    unknown_year: preset.unknown_year ?? null,
    quoted_formulas: preset.quoted_formulas ?? false,
    ignored: header.filter((name, place) => !taken.has(place) && name !== ''),
  };
}

/** A row's text in a field, without spaces around it; '' if the row or the file has none. */
export function cellOf(cells: readonly string[], mapping: ColumnMapping, field: ImportField): string {
  const at = mapping.columns.get(field);
  const text = at === undefined ? '' : (cells[at] ?? '').trim();
  return mapping.quoted_formulas ? text.replace(/^'(?='*[\t\r+\-=@])/, '') : text;
}

/**
 * If no column is found, the message names at most this many columns with this many characters each: people read them
 * in a sentence.
 */
const NAMED = { columns: 10, characters: 24 };

function namesOf(header: readonly string[]): string {
  const names = header.slice(0, NAMED.columns).map((name) => `"${shortened(name)}"`);
  const more = header.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > NAMED.characters ? `${characters.slice(0, NAMED.characters).join('')}…` : name;
}

function placesOf(header: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  header.forEach((name, place) => {
    const key = comparable(name);
    if (key !== '') places.set(key, [...(places.get(key) ?? []), place]);
  });
  return places;
}

/** `Points Balance`, `points_balance` and `Points balance (approved)` are the same header. */
function comparable(name: string): string {
  return name
    .replaceAll(/\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[\s_.:-]+/g, '');
}
