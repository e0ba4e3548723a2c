const MAX_LENGTH = 2_048;

/** Plain http is allowed only for addresses of the machine on which the browser runs; RFC 8252, 7.3. */
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost']);

const LOOPBACK_ADDRESS = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*)?$/;

/** The mistake in a redirect address of an app; undefined: there is none. */
export function redirectUriComplaint(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return 'is not a URL';
  if (uri.includes('#')) return 'must have no fragment';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'must hold no user and no password';
  if (uri.includes('*')) return 'must be one address: * stands for nothing else';
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOSTS.has(hostname)))
    return 'must begin with https://, or with http:// and a loopback address';
  // The host becomes part of the consent page's content security policy, in which `;` begins the next directive.
  const isPlain = /^[\w.-]+$|^\[[\da-f:]+\]$/.test(hostname);
  return isPlain ? undefined : 'must have a plain host name or address';
}

/**
 * Whether codes may be sent to an address: it equals a registered address, character for character. A loopback address
 * may have any port, because an app on a user's machine uses a free one (RFC 8252, 7.3).
 */
export function isRegisteredRedirectUri(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const given = LOOPBACK_ADDRESS.exec(uri);
  if (!given || !URL.canParse(uri) || redirectUriComplaint(uri) !== undefined) return false;
  return registered.some((candidate) => {
    const known = LOOPBACK_ADDRESS.exec(candidate);
    return known !== null && known[1] === given[1] && (known[2] ?? '') === (given[2] ?? '');
  });
}

/** The address with these parameters added after its own. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`;
}
