import { describe, expect, it } from 'vitest';
import { memoryHere, tunedFor } from '../../src/db/embedded/tuning.ts';

const GB = 1_073_741_824;

describe('the settings of the embedded Postgres', () => {
  it.each([
    [0.25, '32MB', '128MB'],
    [2, '128MB', '1024MB'],
    [64, '1024MB', '32768MB'],
  ])('on a machine of %d GB leave the most to others', (memory, shared_buffers, effective_cache_size) => {
    expect(tunedFor(memory * GB)).toMatchObject({ shared_buffers, effective_cache_size });
  });

  it('know how much memory there is', () => {
    expect(memoryHere()).toBeGreaterThan(GB / 8);
  });
});
