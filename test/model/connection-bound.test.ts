import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ConnectionBound } from '../../src/db/connection-bound.ts';
import { Dice } from '../../src/demo/dice.ts';
import { CountedPool } from '../support/counted-pool.ts';

describe('a bound of connections', () => {
  it.each([
    { schemas: 9, most: 16, request_ms: 0 },
    { schemas: 32, most: 64, request_ms: 5 },
    { schemas: 32, most: 64, request_ms: 50 },
  ])(
    'opens hardly more than it may while callers ask many schemas: %o',
    async ({ schemas, most, request_ms }) => {
      let now = 0;
      const bound = new ConnectionBound(most, 0, () => now);
      const pools = Array.from({ length: schemas }, () => new CountedPool());
      const joined = pools.map((pool) => bound.join(pool as unknown as pg.Pool));
      for (const pool of pools) pool.on('release', (spoilt) => spoilt && queueMicrotask(() => pool.end()));
      const dice = new Dice(1);
      const ask = async () => {
        for (let requests = 0; requests < 200; requests += 1) {
          const schema = joined[dice.from(0, schemas - 1)]!;
          await schema.take();
          const client = await schema.connect();
          for (let turns = dice.from(1, 10); turns > 0; turns -= 1) await turn();
          now += request_ms;
          client.release();
          schema.give();
        }
      };
      await Promise.all(Array.from({ length: 16 }, ask));
      const opened = pools.reduce((sum, pool) => sum + pool.opened, 0);
      expect(opened).toBeLessThan(2 * most);
    },
  );
});
