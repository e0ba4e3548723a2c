import { beforeAll, expect, it } from 'vitest';
import {
  countWaiting,
  listWaiting,
  type WaitingFilters,
} from '../../src/domain/listings/waiting-activities.ts';
import { scansOf } from '../support/plans.ts';
import { fillProgram } from '../support/rows-read.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const ALL: WaitingFilters = {
  customer_id: null,
  rule_id: null,
  cause: null,
  points_above: null,
  before: null,
};

beforeAll(async () => {
  const { id } = await domain.begin();
  await fillProgram(domain.database, id, 20_000);
  await domain.database.asOwner(`
    insert into activities (program_id, customer_id, name, value, state, date, created_at)
      select ${id}, id, '$seen', 0, 'pending', now(), now() from customers where program_id = ${id} order by id limit 200`);
  await domain.database.asOwner('analyze activities');
});

it('the queue reads those that wait, and none of the thousands that were decided on', async () => {
  const { program, deps } = domain;
  for (const filters of [ALL, { ...ALL, before: 0 }, { ...ALL, points_above: 5 }]) {
    const scans = await scansOf(domain.database, async (db) => {
      await listWaiting({ db }, program.id, { filters, after: 0, limit: 50 });
      await countWaiting({ db }, program.id, 1_000);
    });
    const ofActivities = scans.filter(({ table }) => table === 'activities');
    expect(ofActivities.length).toBeGreaterThan(1);
    for (const { rows, index } of ofActivities) expect([rows, index]).toEqual([200, 'activities_waiting']);
    expect(scans.filter(({ table }) => table === 'customers').every(({ rows }) => rows <= 51)).toBe(true);
  }
  expect(await countWaiting(deps, program.id, 1_000)).toBe(200);
});

it('the queue is paged from the oldest on, each activity once', async () => {
  const { program, deps } = domain;
  const seen: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await listWaiting(deps, program.id, { filters: ALL, after, limit: 60 });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toHaveLength(200);
  expect([...new Set(seen)].sort((a, b) => a - b)).toEqual(seen);
});
