import ipaddr from 'ipaddr.js';
import type { FoundKey } from './key-store.ts';

/** The reason why an existing credential is not accepted. */
export type KeyRefusal = 'revoked' | 'expired' | 'other_network';

/**
 * Returns undefined if the credential is accepted. `now` is in ms of the wall clock; `address` is the caller's, as far
 * as it is known.
 */
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
  // An IPv4 address that arrives as an IPv6 address is compared as IPv4.
  const given = ipaddr.process(address);
  const [base, bits] = parsedNetwork(network);
  return given.kind() === base.kind() && given.match(base, bits);
}

/**
 * Whether a text is an address (10.0.0.7) or a network (10.0.0.0/8, 2001:db8::/32) to which a key may be restricted.
 */
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
