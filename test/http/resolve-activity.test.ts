import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition, ruleDefinition } from '../support/factories.ts';
import { sendJson } from '../support/send-json.ts';

let test: TestApp;
let program: Program;

beforeAll(async () => {
  const review = ruleDefinition({ kind: 'review', properties: {}, approval_period_seconds: 3600 });
  test = await buildTestApp({
    program: { rules: [...programDefinition().rules, { key: 'review', definition: review }] },
  });
  program = await test.program();
  await createCustomer(test.deps, program, { merchant_id: '1001' });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const put = (path: string, body: unknown) => sendJson(test.url, 'PUT', path, test.key, body);
const report = (merchant_id?: string) =>
  test.post('/v2/activities', { name: '$review', customer_id: '1001', customer_email: null, merchant_id });
const latest = async () => (await test.get('/v2/activities?limit=1')).body.activities[0];

describe('PUT of an activity', () => {
  it('approves it, is answered without a body, and may be repeated', async () => {
    await report('gid://reviews/7');
    const path = `/v2/activities/$review/${encodeURIComponent('gid://reviews/7')}`;
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const answer = await put(path, { state: 'approved' });
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    expect(await latest()).toMatchObject({ merchant_id: 'gid://reviews/7', state: 'approved' });
  });

  it('finds every activity by the name and the merchant_id with which it is listed', async () => {
    await report();
    const { rule, merchant_id } = await latest();
    const answer = await put(`/v2/activities/${encodeURIComponent(rule.name)}/${merchant_id}`, {
      state: 'declined',
    });
    expect(answer.status).toBe(204);
    expect(await latest()).toMatchObject({ merchant_id, state: 'declined' });
  });

  it('is refused where it was resolved otherwise', async () => {
    await report('r-final');
    await put('/v2/activities/$review/r-final', { state: 'declined' });
    const answer = await put('/v2/activities/$review/r-final', { state: 'approved' });
    expect([answer.status, answer.json.error.code]).toEqual([422, 'activity_already_resolved']);
  });

  it('of an unknown one is 404, of another state than there are 400', async () => {
    expect((await put('/v2/activities/$review/nobodys', { state: 'void' })).status).toBe(404);
    const answer = await put('/v2/activities/$review/r-final', { state: 'pending' });
    expect([answer.status, answer.json.error.details]).toEqual([
      400,
      { state: 'must be one of approved, declined, void' },
    ]);
  });
});
