import { MAX_TEXT } from '../../schema-helpers.ts';
import type { SentForm } from './read-fields.ts';

/** The note that a form says; null: none. */
export function noteOf({ note }: SentForm): string | null {
  const text = [...(note ?? '').trim()].slice(0, MAX_TEXT).join('');
  return text || null;
}

/** Browsers send lines with a carriage return. */
export function linesOf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
