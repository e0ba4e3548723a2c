import { TEXT_PATTERN } from '../schema-helpers.ts';

const STORABLE = new RegExp(TEXT_PATTERN, 'u');

/** The complaint about an object that is to be kept as it came, its numbers aside; undefined: none, or it is no object. */
export function metadataComplaint(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined;
  return complaintOf(metadata);
}

/** Bodies are bounded in depth before they are parsed. */
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
