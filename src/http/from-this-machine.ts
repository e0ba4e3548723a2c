import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** The names that mean the machine itself on every machine. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether a request was made on this machine and for it. Two other kinds of requests also come from a loopback address:
 * those of a proxy on this machine, and those of a browser that was led to a foreign name for 127.0.0.1. Neither uses
 * this machine's own name.
 */
export function isFromThisMachine({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  return (
    LOOPBACK.test(ip) &&
    OWN_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
