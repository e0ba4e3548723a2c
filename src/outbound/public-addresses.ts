import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundError } from './outbound-error.ts';

/** The range from which IPv6 addresses have been assigned so far. Addresses outside it belong to nobody. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const NAT64_BITS = 96;

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, shared by a carrier, multicast or
 * reserved, and not such an address written as IPv6. False for a text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() === 'unicast') {
    return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
  }
  // In a network that reaches IPv4 through NAT64, every public host has such an address. It contains the host's own
  // address.
  if (address instanceof ipaddr.IPv6 && address.match(ipaddr.IPv6.parse('64:ff9b::'), NAT64_BITS)) {
    return isPublicAddress(address.toByteArray().slice(-4).join('.'));
  }
  return false;
}

/** The IP address in a URL's host; undefined if the host is a name. */
export function literalAddress(host: string): string | undefined {
  const text = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(text) ? text : undefined;
}

export type ResolveHost = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/**
 * Resolves the names of hosts for connections, which then use exactly these addresses. So it does not help an attacker
 * if a name resolves to another address a moment later. Each name is resolved once at a time: resolving occupies one of
 * few threads, and a dead name server must not occupy them all. `refuse_private` leaves only public addresses.
 */
export function lookupWith(resolve: ResolveHost, options: { refuse_private: boolean }): LookupFunction {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const resolveOnce = (host: string, { family, hints }: LookupAllOptions) => {
    const key = `${host} ${family ?? ''} ${hints ?? ''}`;
    const found =
      underWay.get(key) ?? resolve(host, { family, hints, all: true }).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
  return (host, asked, answer) => {
    resolveOnce(host, { family: asked.family, hints: asked.hints, all: true }).then(
      (found) => {
        const addresses = options.refuse_private
          ? found.filter(({ address }) => isPublicAddress(address))
          : found;
        const [first] = addresses;
        if (!first) answer(new OutboundError('private_address'), []);
        else if (asked.all) answer(null, addresses);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
}
