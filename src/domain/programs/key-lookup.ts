import type { NamedStatements } from '../../db/named-statements.ts';
import { type FoundKey, findKeys, readKey, statementWithKey, type WithKey } from './key-store.ts';

/** Sends a statement for one row, as NamedStatements does. */
export type RunEach = Pick<NamedStatements, 'runEach'>;

/** The most credentials that are remembered as they were last found. The oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** The most requests that read ahead at once. The keys of other requests are looked up first. */
const MOST_AHEAD = 64;

interface Waiting {
  resolve(found: FoundKey | undefined): void;
  reject(error: unknown): void;
}

type AnswerWithKey = { ord: number } & WithKey;

interface Remembered {
  key: FoundKey;
  /** The text from which it was parsed; undefined: it was looked up alone. */
  json: string | undefined;
}

/**
 * Finds the keys and access tokens of requests. Requests in one turn of the event loop share one query. Nothing is
 * cached: the query always begins after the request came, so a revocation or a changed configuration takes effect at
 * once.
 */
export class KeyLookup {
  private waiting = new Map<string, { hash: Buffer; callers: Waiting[] }>();
  /**
   * Credentials as they were last found, neither revoked nor limited. They only decide whether a request reads ahead.
   */
  private readonly remembered = new Map<string, Remembered>();
  private ahead = 0;

  constructor(private readonly hot: NamedStatements) {}

  /** undefined if the credential does not exist. A revoked or expired credential is found, with that state. */
  find(hash: Buffer): Promise<FoundKey | undefined> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) setImmediate(() => void this.ask());
      const name = nameOf(hash);
      const entry = this.waiting.get(name) ?? { hash, callers: [] };
      entry.callers.push({ resolve, reject });
      this.waiting.set(name, entry);
    });
  }

  /**
   * A credential as it was last found. If it would be accepted, its request may read ahead with `findAlong`. undefined:
   * the credential must be found first. Its program never changes; everything else may have changed since.
   */
  foundBefore(hash: Buffer): FoundKey | undefined {
    return this.ahead < MOST_AHEAD ? this.remembered.get(nameOf(hash))?.key : undefined;
  }

  /**
   * The same as `find`, together with the first row that `begin` asks for: one statement reads both, in one snapshot.
   * The answer to the row is used only if the credential belongs to the row's program and is accepted.
   */
  findAlong(hash: Buffer, begin: (hot: RunEach) => void): Promise<FoundKey | undefined> {
    const name = nameOf(hash);
    let found: Promise<FoundKey | undefined> | undefined;
    const runEach: RunEach['runEach'] = <A extends { ord: number }>(
      ...[statement, key, row]: Parameters<RunEach['runEach']>
    ): Promise<A | undefined> => {
      if (found) return this.hot.runEach<A>(statement, key, row);
      const asked = { ...row, key_hash: hash.toString('hex') };
      const answer = this.hot.runEach<A & AnswerWithKey>(statementWithKey(statement), key, asked);
      this.ahead += 1;
      found = answer.then(
        (given) => {
          this.ahead -= 1;
          const json = given?.found_key;
          if (!json) return this.remember(name, undefined);
          const before = this.remembered.get(name);
          if (before?.json === json) return before.key;
          return this.remember(name, readKey(json), json);
        },
        (error) => {
          this.ahead -= 1;
          throw error;
        },
      );
      return answer.then((given) => (given?.is_answered ? given : undefined));
    };
    begin({ runEach });
    return found ?? this.find(hash);
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = new Map();
    try {
      const rows = await findKeys(
        this.hot,
        [...asked.values()].map((entry) => entry.hash),
      );
      const found = new Map(rows.map(({ key_hash, ...key }) => [nameOf(key_hash), key]));
      for (const [name, { callers }] of asked) {
        const key = found.get(name);
        this.remember(name, key);
        for (const caller of callers) caller.resolve(key);
      }
    } catch (error) {
      for (const { callers } of asked.values()) {
        for (const caller of callers) caller.reject(error);
      }
    }
  }

  /** Returns the credential that was found. */
  private remember(name: string, key: FoundKey | undefined, json?: string): FoundKey | undefined {
    if (!key || key.revoked || key.requests_per_second !== null) {
      this.remembered.delete(name);
      return key;
    }
    this.remembered.set(name, { key, json });
    if (this.remembered.size <= MOST_REMEMBERED) return key;
    const [oldest] = this.remembered.keys();
    this.remembered.delete(oldest!);
    return key;
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}
