import type { NamedStatements } from '../../db/named-statements.ts';
import { type FoundKey, findKeys, readKey, statementWithKey, type WithKey } from './key-store.ts';

/** Sends a statement for one row, as NamedStatements does. */
export type RunEach = Pick<NamedStatements, 'runEach'>;

/** Of so many credentials it is remembered to which program they belong. The oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** So many requests read ahead at once. The others are looked up first. */
const MOST_AHEAD = 64;

interface Waiting {
  resolve(found: FoundKey | undefined): void;
  reject(error: unknown): void;
}

type AnswerWithKey = { ord: number } & WithKey;

/**
 * Finds the keys and access tokens of requests. Requests in one turn of the event loop share one query. Nothing is
 * cached: the query always begins after the request came, so a revocation or a changed configuration holds at once.
 */
export class KeyLookup {
  private waiting = new Map<string, { hash: Buffer; callers: Waiting[] }>();
  /** The programs of credentials that were found, neither revoked nor limited. A credential belongs to one for ever. */
  private readonly programs = new Map<string, number>();
  private ahead = 0;

  constructor(private readonly hot: NamedStatements) {}

  /** undefined if the credential does not exist. One that was revoked or has expired is found, and says so. */
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
   * The program of a credential that was found before, whose requests may be read ahead with `findAlong`; undefined if
   * the credential has to be found first.
   */
  programAhead(hash: Buffer): number | undefined {
    return this.ahead < MOST_AHEAD ? this.programs.get(nameOf(hash)) : undefined;
  }

  /**
   * The same as `find`, along with the first row that `begin` asks for: one statement reads both, in one snapshot. The
   * answer to the row counts only if the credential turns out to be of that row's program, and is accepted.
   */
  async findAlong(hash: Buffer, begin: (hot: RunEach) => void): Promise<FoundKey | undefined> {
    let found: Promise<FoundKey | undefined> | undefined;
    const runEach: RunEach['runEach'] = async <A extends { ord: number }>(
      ...[statement, key, row]: Parameters<RunEach['runEach']>
    ): Promise<A | undefined> => {
      if (found) return this.hot.runEach<A>(statement, key, row);
      const asked = { ...row, key_hash: hash.toString('hex') };
      const answer = this.hot.runEach<A & AnswerWithKey>(statementWithKey(statement), key, asked);
      found = answer.then((given) => (given?.found_key ? readKey(given.found_key) : undefined));
      const given = await answer;
      return given?.is_answered ? given : undefined;
    };
    begin({ runEach });
    if (!found) return this.find(hash);
    this.ahead += 1;
    try {
      const key = await found;
      this.remember(nameOf(hash), key);
      return key;
    } finally {
      this.ahead -= 1;
    }
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

  private remember(name: string, key: FoundKey | undefined): void {
    if (!key || key.revoked || key.requests_per_second !== null) {
      this.programs.delete(name);
      return;
    }
    this.programs.set(name, key.program_id);
    if (this.programs.size <= MOST_REMEMBERED) return;
    const [oldest] = this.programs.keys();
    this.programs.delete(oldest!);
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('latin1');
}
