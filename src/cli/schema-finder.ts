import type { Directory } from '../db/directory.ts';
import { shardNumberOf } from '../db/shard-numbers.ts';
import type { Named } from './shard-of-request.ts';

/** The most names that are remembered with the schema in which they were found. */
const MOST_REMEMBERED = 10_000;

/** The sender of a request whose schema is asked for. */
export interface LookupSender {
  /** Whether the key must not be looked up here: the schema that the key names looks it up when it has time. */
  isLate(): boolean;
  /** Throws rate_limited if no schema may be asked for this sender any more. */
  refuseIfTooMany(): void;
  /** Counts a name that no schema knows. */
  noteUnknown(): void;
}

/**
 * The schemas of requests, by the latest directory. If no program has left the schema that a request names, the request
 * costs no look-up. Otherwise the name in the request is looked up once.
 */
export class SchemaFinder {
  isKnown = false;
  /** For each schema, by its number: the present schemas of the programs that were once in it. */
  private moves = new Map<number, Set<number>>();
  /** The present schemas of moved programs and of their sites, by their ids. */
  private readonly ids = new Map<string, number>();
  private readonly found = new Map<string, number>();
  private version = '';

  /** `knows`: the id of the program to which a name belongs in a schema. It rejects if the schema cannot be asked. */
  constructor(private readonly knows: (number: number, named: Named) => Promise<number | undefined>) {}

  take({ moved }: Directory): void {
    this.isKnown = true;
    const version = JSON.stringify(moved);
    if (version === this.version) return;
    this.version = version;
    this.found.clear();
    this.ids.clear();
    this.moves = new Map();
    for (const { program_id, site_ids, shard_number, was_in } of moved) {
      const ids = [program_id, ...site_ids];
      for (const id of ids) this.ids.set(String(id), shard_number);
      for (const left of [...ids.map(shardNumberOf), ...was_in]) {
        if (left === shard_number) continue;
        this.moves.set(left, (this.moves.get(left) ?? new Set()).add(shard_number));
      }
    }
  }

  /** Whether programs left the schema. */
  hasLeft(number: number): boolean {
    return this.moves.has(number);
  }

  /**
   * The number of the schema that answers a request. `number` is the schema in the request's address or key. Throws
   * rate_limited, and the error of a schema that cannot be asked. For a page or a referral, the schema in the request
   * is always asked, as on a server that no program has left: so callers that share their address with an attacker are
   * still served.
   */
  numberOf(number: number, named: Named | undefined, sender: LookupSender): number | Promise<number> {
    const targets = this.moves.get(number);
    if (!targets || !named) return number;
    if (named.kind === 'site' || named.kind === 'program') return this.ids.get(named.text) ?? number;
    const name = nameOf(number, named);
    const found = this.found.get(name);
    if (found !== undefined) return found;
    if (named.kind === 'key' && sender.isLate()) return number;
    if (named.kind === 'app') sender.refuseIfTooMany();
    return this.search(name, named, number, [...targets], sender);
  }

  /**
   * The schema in the request is asked first. If it knows the name, no other is asked: an unreachable schema must not
   * affect the requests of other schemas.
   */
  private async search(
    name: string,
    named: Named,
    said: number,
    targets: readonly number[],
    sender: LookupSender,
  ): Promise<number> {
    const { version } = this;
    const [own] = await this.look([said], named);
    if (own!.place === undefined && isAskedAnyway(named)) sender.refuseIfTooMany();
    const looks = own!.place === undefined ? await this.look(targets, named) : [];
    const all = [own!, ...looks];
    const place = all.find((look) => look.place !== undefined)?.place;
    if (place !== undefined) {
      // The directory may have changed meanwhile, so an old result is not remembered.
      if (version === this.version) this.remember(name, place);
      return place;
    }
    // The program may be in a schema that cannot be asked now.
    const failed = all.find((look) => look.failure !== undefined);
    if (failed) throw failed.failure;
    sender.noteUnknown();
    return said;
  }

  /**
   * Asks each schema for the program with this name, and gives the program's schema. A program that has just moved is
   * in two schemas for a moment.
   */
  private look(
    numbers: readonly number[],
    named: Named,
  ): Promise<{ place?: number | undefined; failure?: unknown }[]> {
    return Promise.all(
      numbers.map(async (number) => {
        try {
          const id = await this.knows(number, named);
          return { place: id === undefined ? undefined : (this.ids.get(String(id)) ?? number) };
        } catch (failure) {
          return { failure };
        }
      }),
    );
  }

  private remember(name: string, number: number): void {
    if (this.found.size >= MOST_REMEMBERED) this.found.clear();
    this.found.set(name, number);
  }
}

/** For these kinds of names, a server that no program has left asks the schema after any number of failures. */
function isAskedAnyway({ kind }: Named): boolean {
  return kind === 'session' || kind === 'referral';
}

/** The same name may belong to one program in each schema. */
function nameOf(number: number, { kind, text }: Named): string {
  return `${number} ${kind} ${text}`;
}
