import { describe, expect, it } from 'vitest';
import { Watch } from '../../src/domain/core/watch.ts';

const KEPT_MS = 10;

/** A watch whose clock stands still until it is turned, and whose looks end when the test says so. */
function watchByHand() {
  let now = 0;
  const looks: { resolve(found: string): void; reject(error: Error): void }[] = [];
  const clock = { now: () => now, real: () => now, shared: async () => now };
  const look = () => new Promise<string>((resolve, reject) => looks.push({ resolve, reject }));
  const watch = new Watch({ clock }, KEPT_MS, look);
  const turn = () => {
    now += KEPT_MS;
  };
  return { watch, looks, turn };
}

describe('a watch', () => {
  it('gives the last finding to whoever cannot wait for the next', async () => {
    const { watch, looks, turn } = watchByHand();
    const first = watch.now();
    looks[0]!.resolve('well');
    await first;
    turn();
    expect(await watch.within(1, 'unknown')).toBe('well');
    expect(looks).toHaveLength(2);
  });

  it('gives no finding from before a look that failed', async () => {
    const { watch, looks, turn } = watchByHand();
    const first = watch.now();
    looks[0]!.resolve('well');
    await first;
    turn();
    const second = watch.now();
    looks[1]!.reject(new Error('the database is silent'));
    await expect(second).rejects.toThrow('silent');
    expect(await watch.within(1, 'unknown')).toBe('unknown');
    expect(looks).toHaveLength(3);
  });
});
