import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { awaitSilence } from '../../src/db/silence.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A silence of twelve seconds, counted in twelve parts. */
function listen() {
  let heard = 0;
  let silences = 0;
  const end = awaitSilence({
    silence_ms: 12_000,
    signs: () => heard,
    onSilence: () => {
      silences += 1;
    },
  });
  const pass = async (parts: number) => {
    for (let part = 0; part < parts; part += 1) {
      vi.advanceTimersByTime(1_000);
      for (let turns = 0; turns < 3; turns += 1) await turn();
    }
    return silences;
  };
  const arrives = () => {
    heard += 1;
  };
  return { pass, arrives, end };
}

it('a silence is noticed once, when all its time has passed', async () => {
  const { pass } = listen();
  expect([await pass(11), await pass(1), await pass(20)]).toEqual([0, 1, 1]);
});

it('a silence begins anew with each sign of life', async () => {
  const { pass, arrives } = listen();
  await pass(11);
  arrives();
  expect([await pass(12), await pass(1)]).toEqual([0, 1]);
});

it('a sign that came while this process did not run is read before the silence is judged', async () => {
  const { pass, arrives } = listen();
  await pass(11);
  setImmediate(arrives);
  expect(await pass(1)).toBe(0);
});

it('nothing is noticed after the end, even if a part is just being judged', async () => {
  const { pass, end } = listen();
  await pass(11);
  vi.advanceTimersByTime(1_000);
  end();
  expect(await pass(12)).toBe(0);
});
