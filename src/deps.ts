import { randomFillSync } from 'node:crypto';
import { readClock } from './db/read-clock.ts';
import type { Clock, Random } from './domain/core/deps.ts';

export const systemClock: Clock = {
  now: (program) => Date.now() + program.clock_offset_ms,
  real: () => Date.now(),
  shared: readClock,
};

/** Asking the system for a few bytes takes as long as for thousands, so they are drawn in advance. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

export const systemRandom: Random = {
  bytes(size) {
    if (!Number.isInteger(size) || size < 0) throw new RangeError(`${size} is no number of bytes`);
    if (size > drawn.length / 8) return randomFillSync(Buffer.alloc(size));
    if (used + size > drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const bytes = Buffer.from(drawn.subarray(used, used + size));
    // The used bytes are erased: nobody can later read here the bytes of a secret.
    drawn.fill(0, used, used + size);
    used += size;
    return bytes;
  },
};
