import { randomBytes } from 'node:crypto';
import type { Clock, Random } from './domain/core/deps.ts';

export const systemClock: Clock = {
  now: (program) => Date.now() + program.clock_offset_ms,
  real: () => Date.now(),
};

export const systemRandom: Random = { bytes: (size) => randomBytes(size) };
