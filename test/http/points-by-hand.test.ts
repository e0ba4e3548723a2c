import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programSettings } from '../support/factories.ts';

let test: TestApp;
let program: Program;

beforeAll(async () => {
  test = await buildTestApp({ program: { settings: programSettings({ enrol_on_sight: true }) } });
  program = await test.program();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

let customers = 0;
async function someone(points = 0) {
  customers += 1;
  const { merchant_id } = await createCustomer(test.deps, program, {
    merchant_id: `gid://shop/Customer/${customers}`,
    points,
  });
  const path = `/v2/customers/${encodeURIComponent(merchant_id)}`;
  const balance = async () => (await findCustomer(test.deps.db, program.id, merchant_id))!.points_approved;
  return { path, balance };
}

describe('points by hand', () => {
  it('are added, and shown in the ledger with their reason', async () => {
    const { path, balance } = await someone();
    const answer = await test.post(`${path}/points`, { points: 1_000_000, reason: 'A late parcel' });
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect(await balance()).toBe(1_000_000);
    const { body } = await test.get(`${path}/transactions`);
    expect(body.transactions).toMatchObject([
      { points_approved: 1_000_000, resource: 'adjustment', adjustment: { note: 'A late parcel' } },
    ]);
  });

  it('are removed, without a reason as well', async () => {
    const { path, balance } = await someone(30);
    const answer = await test.post(`${path}/remove_points`, { points: 30 });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await balance()).toBe(0);
    const { body } = await test.get(`${path}/transactions?limit=1`);
    expect(body.transactions).toMatchObject([{ points_approved: -30, adjustment: { note: null } }]);
  });

  it('are never removed beyond what there is', async () => {
    const { path, balance } = await someone(30);
    const answer = await test.post(`${path}/remove_points`, { points: 31 });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'insufficient_points']);
    expect(await balance()).toBe(30);
  });

  it.each([
    [0, 'must be at least 1'],
    [-5, 'must be at least 1'],
    [1_000_001, 'must be at most 1000000'],
    [1.5, 'must be an integer'],
    ['5', 'must be an integer'],
    [null, 'must be an integer'],
  ])('of %j are refused by name', async (points, complaint) => {
    const { path, balance } = await someone(9);
    for (const way of ['points', 'remove_points']) {
      const answer = await test.post(`${path}/${way}`, { points });
      expect([answer.status, answer.body.error.details]).toEqual([400, { points: complaint }]);
    }
    expect(await balance()).toBe(9);
  });

  it('are given once under one Idempotency-Key, and the empty answer is given again', async () => {
    const { path, balance } = await someone();
    const send = () => test.post(`${path}/points`, { points: 7 }).set('idempotency-key', `points of ${path}`);
    expect((await send()).status).toBe(201);
    const again = await send();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, '', 'true']);
    expect(await balance()).toBe(7);
  });

  it('of nobody are 404', async () => {
    for (const way of ['points', 'remove_points']) {
      const answer = await test.post(`/v2/customers/nobody/${way}`, { points: 7 });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    }
  });
});
