import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ConnectionBound } from '../../src/db/connection-bound.ts';

/** A pool that opens a connection for each caller, unless one is idle. */
class CountedPool extends EventEmitter {
  totalCount = 0;
  idleCount = 0;
  waitingCount = 0;
  /** Connections that were closed here, and are not gone yet. */
  closing: object[] = [];

  async connect() {
    if (this.idleCount > 0) this.idleCount -= 1;
    else this.totalCount += 1;
    const client = {
      release: (spoilt = false) => {
        this.emit('release', spoilt, client);
        if (spoilt) {
          this.totalCount -= 1;
          this.closing.push(client);
        } else this.idleCount += 1;
      },
    };
    return client;
  }

  end() {
    this.emit('remove', this.closing.shift());
  }
}

function poolsWithin(most: number) {
  const bound = new ConnectionBound(most, 1000);
  const pools = [new CountedPool(), new CountedPool(), new CountedPool()] as const;
  const joined = pools.map((pool) => bound.join(pool as unknown as pg.Pool));
  const open = () => pools.reduce((sum, pool) => sum + pool.totalCount + pool.closing.length, 0);
  return { pools, joined, open };
}

describe('a bound of connections', () => {
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
});
