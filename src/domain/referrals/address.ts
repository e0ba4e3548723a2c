import { isIP } from 'node:net';

/**
 * The network of an internet address: an IPv4 address itself, or the /64 of an IPv6 address, because one user has all
 * addresses of a /64. undefined: the text is not an address.
 */
export function networkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address, in any notation. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::');
  const before = groupsIn(head);
  if (tail === undefined) return before;
  const after = groupsIn(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
