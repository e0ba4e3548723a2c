import type { NamedStatements } from '../../db/named-statements.ts';
import { type FoundKey, findKeys } from './key-store.ts';

interface Waiting {
  resolve(found: FoundKey | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds the keys and access tokens of requests. Requests in one turn of the event loop share one query. Nothing is
 * cached: the query always begins after the request came, so a revocation or a changed configuration holds at once.
 */
export class KeyLookup {
  private waiting = new Map<string, { hash: Buffer; callers: Waiting[] }>();

  constructor(private readonly hot: NamedStatements) {}

  /** undefined if the credential does not exist. One that was revoked or has expired is found, and says so. */
  find(hash: Buffer): Promise<FoundKey | undefined> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) setImmediate(() => void this.ask());
      const name = hash.toString('latin1');
      const entry = this.waiting.get(name) ?? { hash, callers: [] };
      entry.callers.push({ resolve, reject });
      this.waiting.set(name, entry);
    });
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = new Map();
    try {
      const rows = await findKeys(
        this.hot,
        [...asked.values()].map((entry) => entry.hash),
      );
      const found = new Map(rows.map(({ key_hash, ...key }) => [key_hash.toString('latin1'), key]));
      for (const [name, { callers }] of asked) {
        for (const caller of callers) caller.resolve(found.get(name));
      }
    } catch (error) {
      for (const { callers } of asked.values()) {
        for (const caller of callers) caller.reject(error);
      }
    }
  }
}
