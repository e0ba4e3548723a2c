import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../domain/core/deps.ts';
import { DomainError } from '../domain/core/errors.ts';

const WINDOW_MS = 1_000;

/** A request that another app passed to an app of a schema. */
export interface PassedRequest extends IncomingMessage {
  /**
   * The request's address had failed too often, so nobody looked up the schema of its key: the key itself named the
   * schema.
   */
  passed_late?: true;
}

/** The number of addresses and valid credentials that are remembered. The oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;

/**
 * Failed authentication per address, in this process. If an address failed too often within a second, its request is
 * refused, or its credential is looked up late, together with others. A credential that was valid here before is
 * exempt: a caller that shares its address with an attacker can still work.
 */
export class FailedAttempts {
  private readonly failures = new Map<string, number[]>();
  private readonly good = new Set<string>();

  /** `per_second` 0: no limit. */
  constructor(
    private readonly clock: Pick<Clock, 'real'>,
    private readonly per_second: number,
  ) {}

  /** The refusal for an address that failed too often. */
  tooMany(): DomainError {
    return new DomainError(
      'rate_limited',
      `At most ${this.per_second} requests a second with a wrong credential are answered to one address.`,
      { retry_after_seconds: 1 },
    );
  }

  /** Whether the address failed too often, unless the credential (by its key) was valid before. */
  hasTooMany(address: string, credential?: string): boolean {
    if (this.per_second === 0 || this.recent(address).length < this.per_second) return false;
    return credential === undefined || !this.good.has(credential);
  }

  noteFailure(address: string, credential?: string): void {
    if (credential !== undefined) this.good.delete(credential);
    if (this.per_second === 0) return;
    const name = networkOf(address);
    const moments = [...this.recent(address), this.clock.real()].slice(-this.per_second);
    // Inserted again at the end, so that the map begins with the address that last failed longest ago.
    this.failures.delete(name);
    this.failures.set(name, moments);
    forgetOldest(this.failures);
  }

  noteSuccess(credential: string): void {
    if (this.per_second === 0 || this.good.has(credential)) return;
    this.good.add(credential);
    forgetOldest(this.good);
  }

  private recent(address: string): number[] {
    if (this.failures.size === 0) return [];
    const now = this.clock.real();
    const moments = this.failures.get(networkOf(address)) ?? [];
    // Without the absolute value, a clock that was set back would cause refusals until it has caught up.
    return moments.filter((moment) => Math.abs(now - moment) < WINDOW_MS);
  }
}

function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
  if (remembered.size <= MOST_REMEMBERED) return;
  const [oldest] = remembered.keys();
  remembered.delete(oldest!);
}

/** An IPv6 host can use every address of its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
