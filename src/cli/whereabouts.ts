import type { Directory } from '../db/directory.ts';
import { shardNumberOf } from '../db/shard-numbers.ts';
import type { Named } from './shard-of-request.ts';

/** So many names are remembered with the schema in which they were found. */
const MOST_REMEMBERED = 10_000;

/**
 * Where requests belong, as the directory said last. A request of a schema that no program left costs no look-up; what a
 * request names is looked up once where some left.
 */
export class Whereabouts {
  isKnown = false;
  /** The schemas to which programs of a schema moved, by its number. */
  private moves = new Map<number, Set<number>>();
  /** Where programs and sites are that moved, by their ids. */
  private readonly ids = new Map<string, number>();
  private readonly found = new Map<string, number>();
  private version = '';

  /** `knows`: whether a schema has what a request names. It rejects while that cannot be said. */
  constructor(private readonly knows: (number: number, named: Named) => Promise<boolean>) {}

  take({ moved }: Directory): void {
    this.isKnown = true;
    const version = JSON.stringify(moved);
    if (version === this.version) return;
    this.version = version;
    this.found.clear();
    this.ids.clear();
    this.moves = new Map();
    for (const { program_id, site_ids, shard_number } of moved) {
      for (const id of [program_id, ...site_ids]) {
        this.ids.set(String(id), shard_number);
        const origin = shardNumberOf(id);
        if (origin === shard_number) continue;
        this.moves.set(origin, (this.moves.get(origin) ?? new Set()).add(shard_number));
      }
    }
  }

  /** Whether programs left the schema. */
  hasLeft(number: number): boolean {
    return this.moves.has(number);
  }

  /** The number of the schema that answers a request that names this, where its address or key says `number`. */
  numberOf(number: number, named: Named | undefined): number | Promise<number> {
    const targets = this.moves.get(number);
    if (!targets || !named) return number;
    if (named.kind === 'site' || named.kind === 'program') return this.ids.get(named.text) ?? number;
    const name = nameOf(named);
    return this.found.get(name) ?? this.search(name, named, [...targets, number]);
  }

  private async search(name: string, named: Named, numbers: readonly number[]): Promise<number> {
    const { version } = this;
    const looks = await Promise.allSettled(numbers.map((number) => this.knows(number, named)));
    const at = looks.findIndex((look) => look.status === 'fulfilled' && look.value);
    const failed = looks.find((look) => look.status === 'rejected');
    // It may be where nobody can look now.
    if (at === -1 && failed) throw failed.reason;
    if (at === -1) return numbers.at(-1)!;
    // The directory may have changed meanwhile. A program that has just moved is in both for a moment.
    const isAlone = !failed && looks.filter((look) => look.status === 'fulfilled' && look.value).length === 1;
    if (isAlone && version === this.version) this.remember(name, numbers[at]!);
    return numbers[at]!;
  }

  private remember(name: string, number: number): void {
    if (this.found.size >= MOST_REMEMBERED) this.found.clear();
    this.found.set(name, number);
  }
}

function nameOf({ kind, text }: Named): string {
  return `${kind} ${text}`;
}
