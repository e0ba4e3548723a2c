import ipaddr from 'ipaddr.js';
import type { FoundKey } from './key-store.ts';

/** Why a credential that exists is not taken. */
export type KeyRefusal = 'revoked' | 'expired' | 'other_network';

/** undefined: it is taken. `now` in ms of the wall clock; `address` as the caller's is known. */
export function keyRefusal(
  { revoked, expires_at, networks }: Pick<FoundKey, 'revoked' | 'expires_at' | 'networks'>,
  now: number,
  address: string,
): KeyRefusal | undefined {
  if (revoked) return 'revoked';
  if (expires_at !== null && expires_at <= now) return 'expired';
  if (networks !== null && !networks.some((network) => lies(address, network))) return 'other_network';
  return undefined;
}

function lies(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that came over IPv6 is the one that it stands for.
  const given = ipaddr.process(address);
  const [base, bits] = parsedNetwork(network);
  return given.kind() === base.kind() && given.match(base, bits);
}

/** Whether a text is an address (10.0.0.7) or a network (10.0.0.0/8, 2001:db8::/32) that a key may be bound to. */
export function isNetwork(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return true;
  const address = text.split('/', 1)[0]!;
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isWhole && ipaddr.isValidCIDR(text);
}

function parsedNetwork(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (network.includes('/')) return ipaddr.parseCIDR(network);
  const address = ipaddr.process(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
