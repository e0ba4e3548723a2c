import { DomainError } from '../core/errors.ts';

/** The maximum length of a customer's whole metadata as JSON text, in characters. */
export const MAX_METADATA = 65_536;

/**
 * Sets the given members of metadata, and removes those that are given as null. Throws invalid_request if the result
 * would be too long.
 */
export function mergedMetadata(known: object, given: Record<string, unknown>): object {
  const metadata = Object.fromEntries(
    Object.entries({ ...known, ...given }).filter(([, value]) => value !== null),
  );
  if (JSON.stringify(metadata).length > MAX_METADATA) {
    throw new DomainError('invalid_request', 'The request is not valid.', {
      details: { 'customer.metadata': `must come to at most ${MAX_METADATA} characters of JSON in all` },
    });
  }
  return metadata;
}
