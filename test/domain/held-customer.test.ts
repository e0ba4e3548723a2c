import pg from 'pg';
import { expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain({ patient: false, poolSize: 6 });

const WRITERS = 40;

it('keeps its writers waiting and nobody else, and each of them writes once', async () => {
  await domain.begin();
  const held = await domain.customer();
  const other = await domain.customer({ merchant_id: '1002' });
  let written = 0;
  const give = async (customer_id: number) => {
    const { program } = domain;
    await adjustPoints(domain.deps, { program, customer_id, points: 1, note: null, by: TESTER });
    written += 1;
  };
  // Belongs to no server, so that no limit of time ends it on a busy machine.
  const holder = new pg.Client({ connectionString: domain.database.serverUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from customers where id = $1 for update', [held.id]);
  const waiting = Array.from({ length: WRITERS }, () => outcomeOf(give(held.id)));
  await give(other.id);
  await give(other.id);
  expect(written).toBe(2);
  await holder.query('commit');
  await holder.end();
  expect(await Promise.all(waiting)).toEqual(Array(WRITERS).fill('done'));
  expect((await domain.row(held.id)).points_approved).toBe(WRITERS);
  expect((await domain.row(other.id)).points_approved).toBe(2);
});
