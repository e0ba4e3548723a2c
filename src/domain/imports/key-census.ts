/**
 * Finds keys that occur more than once in a file, without storing the file: 8 bytes per key. Two different keys rarely
 * have the same hash. So a repeated hash is only a suspicion, and the keys themselves must be compared.
 */
export class KeyCensus {
  private hashes = new Float64Array(1024);
  private count = 0;

  add(key: string): void {
    if (this.count === this.hashes.length) {
      const grown = new Float64Array(this.count * 2);
      grown.set(this.hashes);
      this.hashes = grown;
    }
    this.hashes[this.count] = hashOf(key);
    this.count += 1;
  }

  /** The hashes of keys that were added more than once. */
  repeated(): Set<number> {
    const sorted = this.hashes.subarray(0, this.count).sort();
    const repeated = new Set<number>();
    for (let at = 1; at < sorted.length; at += 1) {
      if (sorted[at] === sorted[at - 1]) repeated.add(sorted[at]!);
    }
    return repeated;
  }
}

/** Gives, for each key in turn, the line on which it occurred first. It remembers only keys that may occur again. */
export class RepeatedKeys {
  private readonly lines = new Map<string, number>();

  constructor(private readonly suspects: ReadonlySet<number>) {}

  /** The line of the key's first occurrence; undefined: this is the first. */
  seen(key: string, line: number): number | undefined {
    if (this.suspects.size === 0 || !this.suspects.has(hashOf(key))) return undefined;
    const before = this.lines.get(key);
    if (before === undefined) this.lines.set(key, line);
    return before;
  }
}

/** 52 bits: a 32-bit FNV-1a hash, and 20 bits of a second hash that is mixed in another way. */
function hashOf(key: string): number {
  let one = 0x811c9dc5;
  let two = 0x9dc5811c ^ key.length;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ (code + at), 0x85ebca6b);
    two ^= two >>> 13;
  }
  return (one >>> 0) * 0x100000 + ((two ^ (two >>> 12)) & 0xfffff);
}
