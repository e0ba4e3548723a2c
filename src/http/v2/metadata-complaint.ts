import { TEXT_PATTERN } from '../schema-helpers.ts';

const STORABLE = new RegExp(TEXT_PATTERN, 'u');

/**
 * The complaint about an object that is stored as it came, except its numbers; undefined: none, or the value is not an
 * object.
 */
export function metadataComplaint(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined;
  return complaintOf(metadata);
}

/** The recursion is safe: the depth of a body is limited before it is parsed. */
function complaintOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return STORABLE.test(value) ? undefined : 'must not contain NUL or a lone surrogate';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const complaint = complaintOf(name) ?? complaintOf(member);
    if (complaint) return complaint;
  }
  return undefined;
}
