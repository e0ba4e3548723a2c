import type pg from 'pg';
import { expect, it } from 'vitest';
import { withLockRetries } from '../../src/db/with-lock-retries.ts';

/** A connection whose statements fail with these errors, one after the other, and then succeed. */
function failing(errors: object[]) {
  const sent: string[] = [];
  const query = async (text: string) => {
    sent.push(text);
    if (text === 'drop table t' && errors.length > 0) throw errors.shift();
  };
  return { client: { query } as unknown as pg.Client, sent };
}

const BRIEF = { lock_timeout_ms: 1, attempts: 4, pause_ms: 0 };

it('sends statements again where others held the table, or its description, and no other failure', async () => {
  const { client, sent } = failing([
    { code: '55P03', message: 'canceling statement due to lock timeout' },
    { code: '40P01', message: 'deadlock detected' },
    { code: 'XX000', message: 'tuple concurrently updated' },
  ]);
  await withLockRetries(client, 'drop table t', BRIEF);
  expect(sent.filter((text) => text === 'drop table t')).toHaveLength(4);
  expect(sent.at(-1)).toBe('commit');

  const other = { code: '42P01', message: 'relation "t" does not exist' };
  await expect(withLockRetries(failing([other]).client, 'drop table t', BRIEF)).rejects.toBe(other);
  const always = Array.from({ length: 9 }, () => ({ code: '55P03' }));
  await expect(withLockRetries(failing(always).client, 'drop table t', BRIEF)).rejects.toEqual({
    code: '55P03',
  });
});
