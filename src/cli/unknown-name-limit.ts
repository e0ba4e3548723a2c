import type { IncomingMessage } from 'node:http';
import proxyAddresses from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { secretHash } from '../domain/core/checked-secret.ts';
import { FailedAttempts, type PassedRequest } from '../http/failed-attempts.ts';
import type { LookupSender } from './schema-finder.ts';
import type { Named } from './shard-of-request.ts';

type Trust = (address: string, hop: number) => boolean;

/**
 * Guards the look-ups that find the schema of a name. If an address sent too many unknown names within a second, its
 * requests get fewer look-ups here. A key gets none. A page or a referral is looked up only in the schema that the
 * request names. An app is looked up in no schema.
 */
export class UnknownNameLimit {
  private readonly addressOf: (request: IncomingMessage) => string;
  /** Failures with names that are no credentials: links of pages and of referrals, apps. */
  private readonly unknown: FailedAttempts;

  /** `failed`: the failures of credentials. All schemas of this process count them together. */
  constructor(
    { trust_proxy, failed_authentication_per_second }: Config,
    clock: ConstructorParameters<typeof FailedAttempts>[0],
    private readonly failed: FailedAttempts,
    private readonly logger: Logger,
  ) {
    this.addressOf = clientAddress(trust_proxy);
    this.unknown = new FailedAttempts(clock, failed_authentication_per_second);
  }

  /** The sender of a request that names `named`. */
  senderOf(request: IncomingMessage, named: Named | undefined): LookupSender {
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
        // For a key, the schema that refuses it counts the failure.
        if (!isKey) this.unknown.noteFailure(address);
      },
    };
  }
}

/** The address of a caller, as the apps see it behind trusted proxies. */
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
