import { describe, expect, it, vi } from 'vitest';
import { FairTurns, type Owner } from '../../src/db/fair-turns.ts';

const of = (program_id: number): Owner => ({ program_id, key: 'key' });

describe('a server that is asked for five times what it can do', () => {
  it('answers all that it can, each in time, and refuses most others at once', async () => {
    const clock = { now: 0 };
    const fair = new FairTurns({
      turns: 64,
      patience_ms: 1_500,
      now: () => clock.now,
      refusal: () => new Error('too long'),
      foresees: true,
    });
    const worked: number[] = [];
    const done = { answered: 0, at_once: 0, longest_ms: 0 };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (; clock.now < 20_000; clock.now += 2) {
      const came = clock.now;
      const turn = fair.take(of(1));
      if (turn) {
        turn.then(
          () => worked.push(came),
          () => {
            if (clock.now === came) done.at_once += 1;
          },
        );
      } else worked.push(came);
      await Promise.resolve().then(() => {});
      if (clock.now % 10 !== 0 || worked.length === 0) continue;
      done.answered += 1;
      done.longest_ms = Math.max(done.longest_ms, clock.now - worked.shift()!);
      fair.give(of(1));
    }
    vi.useRealTimers();
    expect(done.answered).toBeGreaterThan(1_990);
    expect(done.at_once).toBeGreaterThan(7_000);
    // The time of 48 requests at work comes on top of the wait.
    expect(done.longest_ms).toBeLessThan(1_500 + 48 * 10 + 50);
  });
});
