/**
 * The hosts that a policy can name. The host of a URL may also contain `;`, `,` and `'`, which would end or widen a
 * directive.
 */
const SOURCE = /^https?:\/\/[\w-]+(\.[\w-]+)*\.?(:\d+)?$/;

/** The origin of an address as a source of a Content-Security-Policy; undefined if no source can name it. */
export function cspSource(address: string): string | undefined {
  const { origin } = new URL(address);
  return SOURCE.test(origin) ? origin : undefined;
}
