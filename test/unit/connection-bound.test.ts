import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionBound } from '../../src/db/connection-bound.ts';
import { CountedPool } from '../support/counted-pool.ts';

function poolsWithin(most: number, now?: () => number) {
  const bound = new ConnectionBound(most, 1000, now);
  const pools = [new CountedPool(), new CountedPool(), new CountedPool()] as const;
  const joined = pools.map((pool) => bound.join(pool as unknown as pg.Pool));
  const open = () => pools.reduce((sum, pool) => sum + pool.totalCount + pool.closing.length, 0);
  return { pools, joined, open };
}

describe('a bound of connections', () => {
  afterEach(() => void vi.useRealTimers());

  it('opens none in place of another before that is gone', async () => {
    const { pools, joined, open } = poolsWithin(1);
    (await joined[0]!.connect()).release();
    const next = joined[1]!.connect();
    await turn();
    expect([pools[0].closing.length, pools[1].totalCount, open()]).toEqual([1, 0, 1]);
    pools[0].end();
    await next;
    expect([pools[1].totalCount, open()]).toEqual([1, 1]);
  });

  it('is kept by two that make room at once', async () => {
    const { pools, joined, open } = poolsWithin(2);
    const both = await Promise.all([joined[0]!.connect(), joined[0]!.connect()]);
    for (const client of both) client.release();
    const next = [joined[1]!.connect(), joined[2]!.connect()];
    await turn();
    expect([pools[0].closing.length, open()]).toEqual([2, 2]);
    pools[0].end();
    await Promise.race(next);
    expect(open()).toBe(2);
    pools[0].end();
    await Promise.all(next);
    expect([pools[1].totalCount, pools[2].totalCount, open()]).toEqual([1, 1, 2]);
  });

  it('gives a schema one of its own back rather than the only one of another that is in use', async () => {
    const { pools, joined } = poolsWithin(2, () => 0);
    const own = await joined[0]!.connect();
    (await joined[1]!.connect()).release();
    const next = joined[0]!.connect();
    await turn();
    expect(pools[1].closing).toEqual([]);
    own.release();
    await next;
    expect(pools.map(({ opened }) => opened)).toEqual([1, 1, 0]);
  });

  it('takes the place of one that a schema has not needed for a while', async () => {
    let now = 0;
    const { pools, joined } = poolsWithin(2, () => now);
    await joined[0]!.connect();
    (await joined[1]!.connect()).release();
    now = 60_000;
    const next = joined[0]!.connect();
    await turn();
    pools[1].end();
    await next;
    expect(pools.map(({ totalCount }) => totalCount)).toEqual([2, 0, 0]);
  });

  it('takes one that waits of any schema, in the end, if all of its own are kept', async () => {
    let now = 0;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { pools, joined } = poolsWithin(2, () => now);
    await joined[0]!.connect();
    (await joined[1]!.connect()).release();
    const next = joined[0]!.connect();
    await turn();
    now = 99;
    vi.advanceTimersByTime(99);
    await turn();
    expect(pools[1].closing).toEqual([]);
    now = 100;
    vi.advanceTimersByTime(1);
    await turn();
    pools[1].end();
    await next;
    expect(pools.map(({ totalCount }) => totalCount)).toEqual([2, 0, 0]);
  });

  it('lets a caller of a pool that ends go at once, and closes no connection of another for it', async () => {
    const { pools, joined } = poolsWithin(2);
    await joined[0]!.connect();
    (await joined[1]!.connect()).release();
    const refusals: Error[] = [];
    joined[0]!.connect().catch((error) => refusals.push(error));
    await turn();
    pools[0].connect = () => Promise.reject(new Error('it has ended'));
    joined[0]!.leave();
    await joined[2]!.connect();
    await turn();
    expect(refusals).toEqual([new Error('it has ended')]);
    expect(pools.map(({ closing }) => closing)).toEqual([[], [], []]);
  });

  it('takes one that another schema does not use at once with its others, although it uses those', async () => {
    let now = 0;
    const { pools, joined } = poolsWithin(4, () => now);
    await Promise.all([joined[0]!.connect(), joined[0]!.connect()]);
    const others = [await joined[1]!.connect(), await joined[1]!.connect()];
    for (const client of others) client.release();
    now = 59_999;
    (await joined[1]!.connect()).release();
    now = 60_000;
    const next = joined[0]!.connect();
    await turn();
    pools[1].end();
    await next;
    expect(pools.map(({ totalCount }) => totalCount)).toEqual([3, 1, 0]);
  });

  it('lets a schema wait for one of its own as long as some come back, however long that takes', async () => {
    let now = 0;
    const { pools, joined } = poolsWithin(3, () => now);
    const own = [await joined[0]!.connect(), await joined[0]!.connect()];
    (await joined[1]!.connect()).release();
    const next = [joined[0]!.connect(), joined[0]!.connect()];
    for (const client of own) {
      await turn();
      now += 150;
      client.release();
    }
    await Promise.all(next);
    expect(pools.map(({ opened }) => opened)).toEqual([2, 1, 0]);
  });
});
