import type { IncomingMessage } from 'node:http';
import proxyAddresses from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { secretHash } from '../domain/core/checked-secret.ts';
import { FailedAttempts, type PassedRequest } from '../http/failed-attempts.ts';
import type { Named } from './shard-of-request.ts';
import type { Asker } from './whereabouts.ts';

type Trust = (address: string, hop: number) => boolean;

/**
 * Stands before the look-ups that find the schema of a name. An address that gave too many within a second that nobody
 * knows gets no look-up here: of a key, and of pages and referrals, none beside the schema that the request says, and of
 * apps none in any.
 */
export class Door {
  private readonly addressOf: (request: IncomingMessage) => string;
  /** Failures by names that are no credentials: links of pages and of referrals, apps. */
  private readonly unknown: FailedAttempts;

  /** `failed`: the failures of credentials, as all schemas of this process count them. */
  constructor(
    { trust_proxy, failed_authentication_per_second }: Config,
    clock: ConstructorParameters<typeof FailedAttempts>[0],
    private readonly failed: FailedAttempts,
    private readonly logger: Logger,
  ) {
    this.addressOf = clientAddress(trust_proxy);
    this.unknown = new FailedAttempts(clock, failed_authentication_per_second);
  }

  /** A request that names this, as it asks where that belongs. */
  askerOf(request: IncomingMessage, named: Named | undefined): Asker {
    const address = this.addressOf(request);
    const isKey = named?.kind === 'key';
    return {
      isLate: () => {
        if (!isKey || !this.failed.hasTooMany(address, secretHash(named.text).toString('latin1')))
          return false;
        (request as PassedRequest).passed_late = true;
        return true;
      },
      refuseIfTooMany: () => {
        if (!this.unknown.hasTooMany(address)) return;
        const { method } = request;
        this.logger.warn({ channel: 'security', event: 'too_many_failures', address, method }, 'security');
        throw this.unknown.tooMany();
      },
      noteUnknown: () => {
        // The schema that refuses a key notes it.
        if (!isKey) this.unknown.noteFailure(address);
      },
    };
  }
}

/** The address of a caller, as the apps see it behind the proxies that are believed. */
function clientAddress(trusted: Config['trust_proxy']): (request: IncomingMessage) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trust: Trust | undefined =
    trusted === true
      ? undefined
      : typeof trusted === 'number'
        ? (_address, hop) => hop < trusted
        : proxyAddresses.compile(trusted.split(',').map((one) => one.trim()));
  return (request) => proxyAddresses.all(request, trust).at(-1) ?? '';
}
