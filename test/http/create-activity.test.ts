import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, programDefinition, ruleDefinition } from '../support/factories.ts';

const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      rules: [
        ...programDefinition().rules,
        {
          key: 'review',
          definition: ruleDefinition({
            kind: 'review',
            title: 'Tell us',
            properties: {},
            approval_period_seconds: 3600,
          }),
        },
        { key: 'survey', definition: ruleDefinition({ kind: 'custom', properties: { name: 'survey' } }) },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});

beforeEach(() => test.clock.advance(NOON - test.clock.real()));

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/** The merchant_id of a customer nobody else of this file uses. */
function unused() {
  customers += 1;
  return `customer-${customers}`;
}

const report = (body: object) => test.post('/v2/activities', { customer_email: null, ...body });
const pointsOf = async (merchantId: string) => {
  const customer = await findCustomer(test.deps.db, program.id, merchantId);
  return customer && { approved: customer.points_approved, pending: customer.points_pending };
};

describe('recording an activity', () => {
  it('completes its rule, and lists it under the id that it came with', async () => {
    const merchant_id = unused();
    await createCustomer(test.deps, program, { merchant_id });
    const response = await report({
      name: '$review',
      customer_id: merchant_id,
      merchant_id: 'review-1',
      properties: { stars: 5, words: ['good'] },
      date: '2026-01-14T06:59:59-05:00',
    });
    expect(response.status).toBe(201);
    expect(response.text).toBe('');
    expectServedSchema(document, response);
    expect(await pointsOf(merchant_id)).toEqual({ approved: 0, pending: 50 });
    const { body } = await test.get('/v2/activities?limit=1');
    expect(body.activities).toMatchObject([
      {
        merchant_id: 'review-1',
        value: 50,
        state: 'pending',
        resource: null,
        rule: { name: '$review', title: 'Tell us' },
      },
    ]);
  });

  it('again is no refusal, and without effect', async () => {
    const customer_id = unused();
    const body = { name: 'survey', customer_id, merchant_id: 'survey-1' };
    expect((await report(body)).status).toBe(201);
    expect((await report({ ...body, customer_email: 'other@shop.example' })).status).toBe(201);
    expect(await pointsOf(customer_id)).toEqual({ approved: 50, pending: 0 });
  });

  it('is done for a customer that was unknown', async () => {
    const customer_id = unused();
    const response = await report({ name: 'survey', customer_id, customer_email: 'new@shop.example' });
    expect(response.status).toBe(201);
    expect(await findCustomer(test.deps.db, program.id, customer_id)).toMatchObject({
      email: 'new@shop.example',
      points_approved: 50,
    });
  });

  it('with an Idempotency-Key is done once, also where it has no id of its own', async () => {
    const customer_id = unused();
    const keyed = () => report({ name: 'survey', customer_id }).set('Idempotency-Key', 'survey once');
    await keyed();
    const second = await keyed();
    expect([second.status, second.text]).toEqual([201, '']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await pointsOf(customer_id)).toEqual({ approved: 50, pending: 0 });
  });
});

describe('an activity is refused', () => {
  it('where no rule has its name', async () => {
    const customer_id = unused();
    const response = await report({ name: '$nothing', customer_id });
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expectServedSchema(document, response);
    expect(await pointsOf(customer_id)).toBeUndefined();
  });

  it('where orders complete its rule', async () => {
    const response = await report({ name: '$purchase', customer_id: unused() });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({
      code: 'invalid_request',
      details: { name: 'is of a rule that orders complete: record the order instead' },
    });
  });

  it('where it lies in the future', async () => {
    const response = await report({ name: 'survey', customer_id: unused(), date: '2026-01-16T00:00:00Z' });
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual({ date: 'must not lie in the future' });
  });

  it('with all its complaints at once', async () => {
    const response = await test.post('/v2/activities', {
      name: '',
      customer_id: true,
      merchant_id: null,
      properties: [],
      date: 'yesterday',
      referral_id: 'a\u0000b',
    });
    expect(response.status).toBe(400);
    expectServedSchema(document, response);
    expect(response.body.error.details).toEqual({
      name: 'must not be empty',
      customer_id: 'must be a string or an integer',
      customer_email: 'is required',
      merchant_id: 'must be a string or an integer',
      properties: 'must be an object',
      date: 'must be an ISO 8601 timestamp with an offset, such as 2025-06-01T00:00:00Z',
      referral_id: 'must not contain NUL or a lone surrogate',
    });
  });
});
