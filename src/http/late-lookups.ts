import { setTimeout as delay } from 'node:timers/promises';
import type { KeyLookup } from '../domain/programs/key-lookup.ts';
import type { FoundKey } from '../domain/programs/key-store.ts';

const MOST_TOGETHER = 100;
const TOGETHER_MS = 50;

/**
 * Finds credentials that come from addresses that failed too often, and may be good ones of others behind the same address.
 * Whatever is sent from there, it costs one statement in 50 ms, for 100 credentials at most.
 */
export class LateLookups {
  private gathering: Promise<void> | undefined;
  private waiting = 0;

  constructor(
    private readonly keys: Pick<KeyLookup, 'find'>,
    private readonly pause: () => Promise<void> = () => delay(TOGETHER_MS),
  ) {}

  /** undefined if the credential does not exist, or too many wait to be looked up. */
  async find(hash: Buffer): Promise<FoundKey | undefined> {
    if (this.waiting >= MOST_TOGETHER) return undefined;
    this.waiting += 1;
    this.gathering ??= this.pause().then(() => {
      this.gathering = undefined;
      this.waiting = 0;
    });
    await this.gathering;
    // All that have waited ask in one turn of the event loop, and so in one statement.
    return this.keys.find(hash);
  }
}
