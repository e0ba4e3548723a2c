import { LRUCache } from 'lru-cache';
import type { Program } from './configuration.ts';

export interface HeldProgram {
  program: Program;
  /** About how many bytes of memory it takes, with the texts that answers make of it. */
  bytes: number;
  /** As its cache counts how often it forgot everything. */
  era: number;
}

/** Commands work with a few programs at a time. */
const LEAST_BYTES = 64_000_000;

/**
 * The memory that programs may take in a process, of all its schemas together. Those that were not asked for longest make
 * room.
 */
export class HeldPrograms {
  private readonly held: LRUCache<string, HeldProgram>;
  private caches = 0;

  constructor(maxBytes = LEAST_BYTES) {
    this.held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** A part of it for one schema: two may have a program with the same id while that moves. */
  part(): {
    get(id: number): HeldProgram | undefined;
    set(id: number, held: HeldProgram): void;
  } {
    this.caches += 1;
    const prefix = `${this.caches} `;
    return {
      get: (id) => this.held.get(prefix + id),
      set: (id, held) => void this.held.set(prefix + id, held),
    };
  }
}
