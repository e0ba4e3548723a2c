import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { programSettings } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { openPage } from '../support/page.ts';
import { sendJson } from '../support/send-json.ts';

let test: TestApp;
let document: object;
let importId: number;
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ points_expiry: { mode: 'after_earning', duration_months: 12 } }),
    },
  });
  document = await test.document();
  const program = await test.program();
  const file = ['merchant_id,points,points_spent,pending', '1,,500,30@2026-02-01;20;7'];
  importId = (await importLines({ deps: test.deps, program }, file)).import_id!;
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const RULELESS = { id: null, name: null, title: null };
const NOTHING_MOVED = { points_approved: 0, points_pending: 0 };

/** The answer, which is what the reference says. */
async function answer(path: string) {
  const response = await test.get(path);
  expect(response.status, response.text).toBe(200);
  expectServedSchema(document, response);
  return response.body;
}

describe('points that were brought in', () => {
  it('are listed like others, without a rule', async () => {
    const { activities } = await answer('/v2/activities');
    expect(activities).toMatchObject([
      { merchant_id: `${importId}-2-3`, value: 7, state: 'pending', rule: RULELESS, resource: null },
      { merchant_id: `${importId}-2-2`, value: 20, state: 'pending', rule: RULELESS, resource: null },
      { merchant_id: `${importId}-2-1`, value: 30, state: 'pending', rule: RULELESS, resource: null },
    ]);
    for (const path of ['/v2/transactions', '/v2/customers/1/transactions']) {
      const { transactions } = await answer(path);
      expect(transactions).toMatchObject([
        { resource: 'activity', points_pending: 7, activity: { rule: RULELESS } },
        { resource: 'activity', points_pending: 20 },
        { resource: 'activity', points_pending: 30 },
        { resource: 'adjustment', ...NOTHING_MOVED, adjustment: { note: `Import ${importId}` } },
      ]);
    }
    const csv = await test.get('/v2/transactions?type=csv');
    expect(csv.status).toBe(200);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(5);
  });

  it('show in the counters, and in history once they are there', async () => {
    const { id } = (await test.program()).sites.at(-1)!;
    const customer = () => answer(`/headless/2025-06/${id}/customers/1`);
    const resolve = (part: number, state: string) =>
      sendJson(test.url, 'PUT', `/v2/activities/$import/${importId}-2-${part}`, test.key, { state });
    expect((await customer()).customer).toMatchObject({
      points_pending: 57,
      points_spent: 500,
      history: [],
    });
    expect((await resolve(2, 'approved')).status).toBe(204);
    expect((await resolve(3, 'declined')).status).toBe(204);
    test.clock.advance(Date.parse('2026-02-02T00:00:00Z') - test.clock.real());
    expect((await customer()).customer).toMatchObject({
      points_approved: 50,
      points_pending: 0,
      history: [
        { kind: 'points_added', points: 20, state: 'approved' },
        { kind: 'points_added', points: 30, state: 'approved' },
      ],
    });
    expect((await resolve(2, 'void')).status).toBe(204);
    expect((await resolve(2, 'approved')).json.error.code).toBe('activity_already_resolved');
    expect((await customer()).customer.history).toMatchObject([
      { kind: 'points_added', points: 20, state: 'void' },
      { kind: 'points_added', points: 30, state: 'approved' },
    ]);
    expect(await answer('/v2/customers/1/balance')).toMatchObject({
      points_approved: 30,
      points_pending: 0,
      points_spent: 500,
    });
    const session = await test.post(`/v2/sites/${id}/webviews/sessions`, {
      channel: 'app',
      customer: { merchant_id: '1' },
    });
    expect(session.status, session.text).toBe(201);
    const page = await openPage(test.url, session.body.webview_session.url);
    expect((await page.get()).status).toBe(200);
  });
});
