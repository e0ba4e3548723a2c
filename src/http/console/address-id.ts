import { DomainError } from '../../domain/core/errors.ts';

/** The id that a part of an address or a field of a form names; undefined: none. */
export function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The same. Throws `not_found` with these words where there is none. */
export function idIn(text: string | undefined, words: string): number {
  const id = idOf(text);
  if (id === undefined) throw new DomainError('not_found', words);
  return id;
}
