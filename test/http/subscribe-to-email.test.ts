import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, ruleDefinition } from '../support/factories.ts';

let test: TestApp;
let program: Program;
let document: object;

beforeAll(async () => {
  const definition = ruleDefinition({ kind: 'newsletter_signup', title: 'Our letter', properties: {} });
  test = await buildTestApp({ program: { rules: [{ key: 'signup', definition }] } });
  program = await test.program();
  document = await test.document();
});

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const subscribe = (merchantId: string) =>
  test.post(
    `/headless/2025-06/${program.sites.at(-1)!.id}/customers/${encodeURIComponent(merchantId)}/email_marketing/subscribe`,
  );

describe('subscribing to marketing by email', () => {
  it('notes the consent and gives what signing up gives', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'ada' });
    const response = await subscribe('ada');
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    const rule = { id: entryOf(program.rules, 'signup').id, kind: 'newsletter_signup' };
    expect(response.body).toMatchObject({
      updated: true,
      email_marketing_consent: { state: 'subscribed' },
      actions: [
        { kind: 'earned_points_from_rule', label: 'Our letter', points: 50, state: 'approved', rule },
      ],
      customer: {
        points_approved: 50,
        email_marketing_consent: { state: 'subscribed' },
        sms_marketing_consent: { state: 'unknown' },
        history: [{ points: 50, rule }],
      },
    });
  });

  it('again is no refusal, and gives nothing more', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'bob' });
    await subscribe('bob');
    const response = await subscribe('bob');
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({
      updated: false,
      email_marketing_consent: { state: 'subscribed' },
      actions: [],
      customer: { points_approved: 50 },
    });
  });

  it('finds the customer also where its id came encoded twice', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'a/b c' });
    expect((await subscribe(encodeURIComponent('a/b c'))).body.customer.merchant_id).toBe('a/b c');
  });

  it('is refused of nobody and of guests', async () => {
    expect((await subscribe('nobody')).status).toBe(404);
    const quiet = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    await ensureCustomer(test.deps, { program: quiet, site: program.sites.at(-1)!, merchant_id: 'a-guest' });
    const response = await subscribe('a-guest');
    expect([response.status, response.body.error.code]).toEqual([422, 'customer_not_enrolled']);
    expectServedSchema(document, response);
  });

  it('with an Idempotency-Key gives the same answer again', async () => {
    await createCustomer(test.deps, program, { merchant_id: 'cy' });
    const keyed = () => subscribe('cy').set('Idempotency-Key', 'subscribe once');
    const first = await keyed();
    const second = await keyed();
    expect(second.text).toBe(first.text);
    expect(second.body.updated).toBe(true);
  });
});
