import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, createKey, entryOf, programDefinition } from '../support/factories.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
let program: Program;
let key: string;

beforeAll(async () => {
  test = await buildTestApp();
  const { program_id } = await applyProgram(test.deps, programDefinition(), TESTER);
  program = (await test.deps.programs.all()).find(({ id }) => id === program_id)!;
  key = await createKey(test.deps);
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const ask = (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> => sendJson(test.url, method, path, key, body, headers);
const merge = (from: string, into: string, headers?: Record<string, string>) =>
  ask('POST', `/v2/customers/${encodeURIComponent(from)}/merge`, { into }, headers);

let people = 0;
async function arrive(points = 0): Promise<string> {
  people += 1;
  const merchant_id = `p-${people}`;
  await createCustomer(test.deps, program, { merchant_id, email: `${merchant_id}@shop.example`, points });
  return merchant_id;
}

describe('POST /v2/customers/{merchant_id}/merge', () => {
  it('answers with the survivor, as its own read does, by either name', async () => {
    const [from, into] = [await arrive(30), await arrive(12)];
    const merged = await merge(from, into);
    expect(merged.status).toBe(200);
    expect(merged.json.customer).toMatchObject({ merchant_id: into, points_approved: 42 });
    for (const name of [from, into]) {
      const { json } = await ask('GET', `/v2/customers/${name}`);
      expect(json).toEqual(merged.json);
    }
    expect((await merge(from, into)).json).toEqual(merged.json);
  });

  it('has storefronts find the survivor by the other name', async () => {
    const [from, into] = [await arrive(30), await arrive(12)];
    await merge(from, into);
    const site = program.sites.at(-1)!.id;
    const { json } = await ask('GET', `/headless/2025-06/${site}/customers/${from}`);
    expect(json.customer).toMatchObject({ merchant_id: into, points_approved: 42 });
    const completed = await ask('POST', `/headless/2025-06/${site}/rules/social_follow/complete`, {
      rule_id: entryOf(program.rules, 'follow').id,
      customer_merchant_id: from,
    });
    expect(completed.json.customer).toMatchObject({ merchant_id: into, points_approved: 92 });
  });

  it('shows the merge in the transactions of both, each under its own summary', async () => {
    const [from, into] = [await arrive(30), await arrive(12)];
    await merge(from, into);
    interface Listed {
      points_approved: number;
      resource: string;
      customer: { merchant_id: string; points_approved: number };
    }
    const { json } = await ask('GET', '/v2/transactions?limit=4');
    expect(
      json.transactions.map(({ customer, points_approved, resource }: Listed) => [
        customer.merchant_id,
        points_approved,
        customer.points_approved,
        resource,
      ]),
    ).toEqual([
      [into, 30, 42, 'adjustment'],
      [from, -30, 0, 'adjustment'],
      [into, 12, 42, 'adjustment'],
      [from, 30, 0, 'adjustment'],
    ]);
    const own = await ask('GET', `/v2/customers/${from}/transactions`);
    expect(own.json.transactions.map((row: { points_approved: number }) => row.points_approved)).toEqual([
      30, 12,
    ]);
  });

  it('answers a repeated key with what it answered first', async () => {
    const [from, into] = [await arrive(30), await arrive(12)];
    const headers = { 'idempotency-key': 'merge-once' };
    const first = await merge(from, into, headers);
    await ask('POST', `/v2/customers/${into}/points`, { points: 5 });
    const again = await merge(from, into, headers);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it.each([
    ['itself', 'SELF', 400, 'invalid_request'],
    ['nobody', 'nobody', 404, 'not_found'],
  ])('refuses %s', async (_, into, status, code) => {
    const from = await arrive();
    const refused = await merge(from, into === 'SELF' ? from : into);
    expect([refused.status, refused.json.error.code]).toEqual([status, code]);
    if (status === 400) expect(refused.json.error.details).toEqual({ into: 'must be another customer' });
  });

  it('refuses fields that it does not know, and either who is blocked', async () => {
    const [from, into] = [await arrive(), await arrive()];
    const odd = await ask('POST', `/v2/customers/${from}/merge`, { into, force: true });
    expect([odd.status, odd.json.error.code]).toEqual([400, 'invalid_request']);
    const asked = await ask('POST', `/v2/customers/${from}/merge?dry_run=true`, { into });
    expect([asked.status, asked.json.error?.details]).toEqual([400, { dry_run: 'is not known here' }]);
    await ask('PATCH', `/v2/customers/${into}`, { customer: { blocked: true } });
    for (const pair of [
      [from, into],
      [into, from],
    ] as const) {
      const refused = await merge(...pair);
      expect([refused.status, refused.json.error.code]).toEqual([422, 'customer_blocked']);
    }
  });
});

describe('DELETE /v2/customers/{merchant_id}', () => {
  it('refuses what it does not know, in the query and in a body, and erases nobody then', async () => {
    const name = await arrive(30);
    for (const [query, body] of [
      ['?dry_run=true', undefined],
      ['', { dry_run: true }],
    ] as const) {
      const refused = await ask('DELETE', `/v2/customers/${name}${query}`, body);
      expect([refused.status, refused.json?.error.details]).toEqual([400, { dry_run: 'is not known here' }]);
    }
    expect((await sendJson(test.url, 'DELETE', `/v2/customers/${name}`, key, '[]')).status).toBe(400);
    expect((await ask('GET', `/v2/customers/${name}`)).status).toBe(200);
    expect((await ask('DELETE', `/v2/customers/${name}`, {})).status).toBe(204);
  });

  it('answers 204 once, and then knows nobody of the name', async () => {
    const name = await arrive(30);
    const erased = await ask('DELETE', `/v2/customers/${name}`);
    expect([erased.status, erased.text]).toEqual([204, '']);
    for (const [method, path, body] of [
      ['DELETE', ''],
      ['GET', ''],
      ['PATCH', '', { customer: { first_name: 'Ada' } }],
      ['GET', '/transactions'],
      ['GET', '/claimed_rewards'],
      ['POST', '/points', { points: 5 }],
    ] as const) {
      const { status } = await ask(method, `/v2/customers/${name}${path}`, body);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    const site = program.sites.at(-1)!.id;
    expect((await ask('GET', `/headless/2025-06/${site}/customers/${name}`)).status).toBe(404);
  });

  it('leaves its transactions, without a word of who it was', async () => {
    const name = await arrive(30);
    await ask('DELETE', `/v2/customers/${name}`);
    const { json, text } = await ask('GET', '/v2/transactions?limit=1');
    expect(json.transactions[0]).toMatchObject({
      points_approved: 30,
      customer: { email: null, points_approved: 30 },
    });
    expect(text).not.toContain(`"${name}"`);
    expect(text).not.toContain(`${name}@shop.example`);
    const { text: listed } = await ask('GET', '/v2/customers?limit=500');
    expect(listed).not.toContain(name);
    expect(listed).not.toContain('erased-');
  });

  it('takes stored answers along: a repeated key is asked anew', async () => {
    const name = await arrive(30);
    const headers = { 'idempotency-key': 'points-once' };
    const add = () => ask('POST', `/v2/customers/${name}/points`, { points: 5 }, headers);
    expect((await add()).status).toBe(201);
    await ask('DELETE', `/v2/customers/${name}`);
    expect((await add()).status).toBe(404);
  });
});
