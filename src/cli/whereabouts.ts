import type { Directory } from '../db/directory.ts';
import { shardNumberOf } from '../db/shard-numbers.ts';
import { secretHash } from '../domain/core/checked-secret.ts';
import type { RequestPlace } from './shard-of-request.ts';

/** So many keys are remembered with the schema in which they were found. */
const MOST_REMEMBERED = 10_000;

/**
 * Where requests belong, as the directory said last. A request of a schema that no program left costs no look-up; a key
 * of one that some left is looked up once.
 */
export class Whereabouts {
  isKnown = false;
  /** The schemas to which programs of a schema moved, by its number. */
  private moves = new Map<number, Set<number>>();
  private readonly sites = new Map<number, number>();
  private readonly found = new Map<string, number>();
  private version = '';

  /** `knowsKey`: whether a schema has the key with that hash. It rejects while that cannot be said. */
  constructor(private readonly knowsKey: (number: number, hash: Buffer) => Promise<boolean>) {}

  take({ moved }: Directory): void {
    this.isKnown = true;
    const version = JSON.stringify(moved);
    if (version === this.version) return;
    this.version = version;
    this.found.clear();
    this.sites.clear();
    this.moves = new Map();
    for (const { program_id, site_ids, shard_number } of moved) {
      const origin = shardNumberOf(program_id);
      const targets = this.moves.get(origin) ?? new Set();
      this.moves.set(origin, targets.add(shard_number));
      for (const site of site_ids) this.sites.set(site, shard_number);
    }
  }

  /** The number of the schema that answers the request. */
  numberOf({ number, by_address, key, site_id }: RequestPlace): number | Promise<number> {
    const targets = this.moves.get(number);
    if (by_address || !targets) return number;
    if (key === undefined) return (site_id !== undefined && this.sites.get(site_id)) || number;
    const hash = secretHash(key);
    const name = hash.toString('latin1');
    return this.found.get(name) ?? this.search(hash, name, [...targets, number]);
  }

  private async search(hash: Buffer, name: string, numbers: readonly number[]): Promise<number> {
    const { version } = this;
    const looks = await Promise.allSettled(numbers.map((number) => this.knowsKey(number, hash)));
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
