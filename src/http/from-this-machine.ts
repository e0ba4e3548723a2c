import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** Names by which only this machine calls itself. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether a request was made on this machine and for it. Two others also come from a loopback address: a proxy on this
 * machine, and a browser that was led to a foreign name that resolves to 127.0.0.1. Neither uses this machine's own
 * name.
 */
export function isFromThisMachine({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  return (
    LOOPBACK.test(ip) &&
    OWN_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
