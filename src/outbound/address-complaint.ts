import { isPublicAddress, literalAddress } from './public-addresses.ts';

const MAX_LENGTH = 2_000;
const HTTPS_PORT = 443;

/**
 * The reason why nothing may be sent to an address, as far as its text shows it. The IP addresses behind a name are
 * checked at the connection.
 */
export function addressComplaint(
  address: string,
  options: { allow_private: boolean; ports: readonly number[] },
): { code: 'not_https' | 'private_address' | 'port_refused' | 'failed'; message: string } | undefined {
  // The parser drops invisible characters. Without this check, the stored address would differ from the visible one.
  const printable = !/[\s\p{C}]/u.test(address);
  const url =
    printable && address.length <= MAX_LENGTH && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    return { code: 'failed', message: `must be an https URL of at most ${MAX_LENGTH} characters` };
  }
  if (url.username !== '' || url.password !== '') {
    return { code: 'failed', message: 'must hold no user name or password' };
  }
  if (url.hash !== '') return { code: 'failed', message: 'must hold no fragment' };
  if (options.allow_private) return undefined;
  if (url.protocol !== 'https:') return { code: 'not_https', message: 'must be an https URL' };
  if (!options.ports.includes(Number(url.port || HTTPS_PORT))) {
    return { code: 'port_refused', message: `must have one of the ports ${options.ports.join(', ')}` };
  }
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !isPublicAddress(literal)) {
    return { code: 'private_address', message: 'must be an address of the public internet' };
  }
  return undefined;
}
