import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendStatement } from '../../src/db/connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that answers nothing. */
const silent = { query: () => {} } as unknown as pg.ClientBase;

function send(before?: Promise<unknown>) {
  const state = { outcome: 'waits', isCut: false };
  const onTimeout = () => {
    state.isCut = true;
  };
  const sent = sendStatement(silent, { text: 'select 1' }, [], { timeout_ms: 1_000, onTimeout, before });
  sent.catch((error: Error) => {
    state.outcome = error.message;
  });
  return state;
}

it('a statement that is not answered in its time ends with its connection', async () => {
  const state = send();
  await vi.advanceTimersByTimeAsync(999);
  expect(state).toEqual({ outcome: 'waits', isCut: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(state).toEqual({ outcome: 'Query read timeout', isCut: true });
});

it.each([true, false])('the time of one behind another begins with its end, good: %s', async (isGood) => {
  let end!: () => void;
  const before = new Promise<void>((resolve, reject) => {
    end = isGood ? resolve : () => reject(new Error('refused'));
  });
  const state = send(before);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state.isCut).toBe(false);
  end();
  await vi.advanceTimersByTimeAsync(999);
  expect(state.isCut).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state).toEqual({ outcome: 'Query read timeout', isCut: true });
});
