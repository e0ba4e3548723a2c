import { DomainError } from '../../domain/core/errors.ts';

/** The id in a part of an address or in a field of a form; undefined: none. */
export function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The id in a text. Throws `not_found` with these words if there is none. */
export function idIn(text: string | undefined, words: string): number {
  const id = idOf(text);
  if (id === undefined) throw new DomainError('not_found', words);
  return id;
}
