import type { Directory } from '../db/directory.ts';
import { shardNumberOf } from '../db/shard-numbers.ts';
import type { Named } from './shard-of-request.ts';

/** So many names are remembered with the schema in which they were found. */
const MOST_REMEMBERED = 10_000;

/** Whoever asks where a name belongs. */
export interface Asker {
  /** Whether no look-up of the key may be made here: the schema that it says looks it up, once it has time. */
  isLate(): boolean;
  /** Throws rate_limited where no schema may be asked for it any more. */
  refuseIfTooMany(): void;
  /** No schema knows the name. */
  noteUnknown(): void;
}

/**
 * Where requests belong, as the directory said last. A request of a schema that no program left costs no look-up; what a
 * request names is looked up once where some left.
 */
export class Whereabouts {
  isKnown = false;
  /** The schemas in which programs are now that were in a schema, by its number. */
  private moves = new Map<number, Set<number>>();
  /** Where programs and sites are that moved, by their ids. */
  private readonly ids = new Map<string, number>();
  private readonly found = new Map<string, number>();
  private version = '';

  /** `knows`: the id of the program that a name belongs to in a schema. It rejects while that cannot be said. */
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
   * The number of the schema that answers a request that names this, where its address or key says `number`. Throws
   * rate_limited, and whatever a schema throws that cannot be asked. Of a page and of a referral the schema that the request
   * says is always asked, as where no program has left: whoever shares the address of an attacker goes on.
   */
  numberOf(number: number, named: Named | undefined, asker: Asker): number | Promise<number> {
    const targets = this.moves.get(number);
    if (!targets || !named) return number;
    if (named.kind === 'site' || named.kind === 'program') return this.ids.get(named.text) ?? number;
    const name = nameOf(number, named);
    const found = this.found.get(name);
    if (found !== undefined) return found;
    if (named.kind === 'key' && asker.isLate()) return number;
    if (named.kind === 'app') asker.refuseIfTooMany();
    return this.search(name, named, number, [...targets], asker);
  }

  /**
   * The schema that the request says is asked first, and no other if it knows the name: one that is away keeps no other
   * from its requests.
   */
  private async search(
    name: string,
    named: Named,
    said: number,
    targets: readonly number[],
    asker: Asker,
  ): Promise<number> {
    const { version } = this;
    const [own] = await this.look([said], named);
    if (own!.place === undefined && isAskedAnyway(named)) asker.refuseIfTooMany();
    const looks = own!.place === undefined ? await this.look(targets, named) : [];
    const all = [own!, ...looks];
    const place = all.find((look) => look.place !== undefined)?.place;
    if (place !== undefined) {
      // The directory may have changed meanwhile.
      if (version === this.version) this.remember(name, place);
      return place;
    }
    // It may be where nobody can look now.
    const failed = all.find((look) => look.failure !== undefined);
    if (failed) throw failed.failure;
    asker.noteUnknown();
    return said;
  }

  /** The places of the program that schemas know by this name. A program that has just moved is in two for a moment. */
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

/** A server that no program left answers these whoever failed before. */
function isAskedAnyway({ kind }: Named): boolean {
  return kind === 'session' || kind === 'referral';
}

/** The same name may mean one thing in each schema. */
function nameOf(number: number, { kind, text }: Named): string {
  return `${number} ${kind} ${text}`;
}
