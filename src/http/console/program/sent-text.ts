import { MAX_TEXT } from '../../schema-helpers.ts';
import type { SentForm } from './read-fields.ts';

/** The note that a form says, as Postgres can hold it; null: none. */
export function noteOf({ note }: SentForm): string | null {
  const text = [...(note ?? '').replaceAll('\0', '').trim()].slice(0, MAX_TEXT).join('');
  return text || null;
}

/** A text of lines as Postgres can hold it. Browsers send lines with a carriage return. */
export function linesOf(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n');
}
