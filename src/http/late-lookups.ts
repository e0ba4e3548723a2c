import { setTimeout as delay } from 'node:timers/promises';
import type { KeyLookup } from '../domain/programs/key-lookup.ts';
import type { FoundKey } from '../domain/programs/key-store.ts';

const MOST_TOGETHER = 100;
const TOGETHER_MS = 50;

/**
 * Looks up credentials that come from addresses that failed too often. They may be good credentials of other callers
 * behind the same address. Whatever such addresses send, it costs one statement in 50 ms, for at most 100 credentials.
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
    // All that have waited ask in the same turn of the event loop, so one statement answers them.
    return this.keys.find(hash);
  }
}
