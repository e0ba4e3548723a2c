import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/deps.ts';

describe('random bytes of the system', () => {
  it('are as many as asked for, and never the same twice, whoever changes those that were given', () => {
    const seen = new Set<string>();
    const sizes = Array.from({ length: 600 }, (_, index) => [12, 18, 32, 512, 513, 5_000][index % 6]!);
    for (const size of sizes) {
      const bytes = systemRandom.bytes(size);
      expect(bytes).toHaveLength(size);
      seen.add(bytes.toString('latin1', 0, 12));
      bytes.fill(0);
    }
    expect(seen.size).toBe(sizes.length);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('are never %s', (size) => {
    expect(() => systemRandom.bytes(size)).toThrow(RangeError);
  });
});
