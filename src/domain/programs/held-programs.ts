import { LRUCache } from 'lru-cache';
import type { Program } from './configuration.ts';

export interface HeldProgram {
  program: Program;
  /** The memory of the program in bytes, roughly, with the texts that answers make of it. */
  bytes: number;
  /** The number of times that its cache had forgotten everything when it was loaded. */
  era: number;
}

/** The least memory: commands work with a few programs at a time. */
const LEAST_BYTES = 64_000_000;

/**
 * The memory for programs in a process, for all its schemas together. If it is full, the programs that were not used
 * for longest are dropped.
 */
export class HeldPrograms {
  private readonly held: LRUCache<string, HeldProgram>;
  private caches = 0;

  constructor(maxBytes = LEAST_BYTES) {
    this.held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** The part of it for one schema. While a program moves, two schemas may have a program with the same id. */
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
