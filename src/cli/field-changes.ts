import type { FieldChange } from '../program-file/compare-files.ts';

const MOST_SHOWN = 80;

/** A line for each field: `result.points: 5 → 7`. */
export function describeFields(fields: readonly FieldChange[]): string[] {
  return fields.map(({ path, before, after }) => `    ${path}: ${shown(before)} → ${shown(after)}`);
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
