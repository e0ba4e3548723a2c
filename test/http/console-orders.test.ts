import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDate } from '../../src/domain/core/calendar.ts';
import { eraseCustomer } from '../../src/domain/operations/erase-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, ruleDefinition } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { orderInput, orderLine } from '../support/orders.ts';
import { TESTER } from '../support/tester.ts';

const ORDERS = '/console/p/ours/orders';
const HOSTILE = '#1/<script>alert(1)</script>';

let test: TestApp;
let browser: ConsoleBrowser;
let ada: number;
let eve: number;
let today: string;

beforeAll(async () => {
  const result = { kind: 'points', points: 1, per_currency_unit_minor: 100 } as const;
  test = await buildTestApp({
    program: {
      key: 'ours',
      rules: [{ key: 'buy', definition: ruleDefinition({ kind: 'purchase', properties: {}, result }) }],
    },
  });
  const program = await test.program();
  today = localDate(test.clock.real(), program.sites[0]!.time_zone);
  ada = (await createCustomer(test.deps, program, { merchant_id: 'ada', email: 'ada@shop.example' })).id;
  eve = (await createCustomer(test.deps, program, { merchant_id: 'eve' })).id;
  const line = orderLine({ product_id: 'mug-7' });
  for (const [merchant_id, customer_id] of [
    ['o-1', 'ada'],
    [HOSTILE, 'ada'],
    ['o-3', 'eve'],
  ] as const) {
    await recordOrder(test.deps, orderInput(program, { merchant_id, customer_id, line_items: [line] }));
  }
  browser = browserOf(test, await joinedOperator(test.deps, { program_id: program.id, role: 'support' }));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const rows = (html: string) => html.match(/<th scope="row"/g)?.length ?? 0;

describe('orders', () => {
  it('are listed, and found by customer, email and day', async () => {
    const { text } = await browser.get(ORDERS);
    expect(rows(text)).toBe(3);
    expect(text).not.toContain('<script>alert');
    for (const asked of ['ada', 'ADA@shop.example']) {
      expect(rows((await browser.get(`${ORDERS}?q=${asked}`)).text)).toBe(2);
    }
    expect(rows((await browser.get(`${ORDERS}?day=${today}`)).text)).toBe(3);
    for (const query of ['q=nobody', 'q=%00x', 'day=2025-01-14']) {
      expect((await browser.get(`${ORDERS}?${query}`)).text).toContain('Nothing was found');
    }
    expect(rows((await browser.get(`${ORDERS}?day=2026-02-31`)).text)).toBe(3);
  });

  it('show amounts with the decimals of their currency, so that one column has one number of them', async () => {
    const amounts = (html: string) => html.match(/\$[\d,]+(\.\d+)?/g);
    for (const path of [ORDERS, `${ORDERS}/o-1`]) {
      const shown = amounts((await browser.get(path)).text);
      expect(shown).not.toBeNull();
      for (const amount of shown!) expect(amount).toMatch(/\.\d\d$/);
    }
  });

  it('are led to by their whole id, whatever it holds', async () => {
    const { headers } = await browser.get(`${ORDERS}?q=${encodeURIComponent(HOSTILE)}`);
    const { status, text } = await browser.get(headers.location!);
    expect(status).toBe(200);
    expect(text).toContain('<h1>Order #1/&lt;script>');
    expect(text).not.toContain('<script>alert');
  });

  it('show what they earned, and lead to the activity and to the customer', async () => {
    const { body } = await test.get('/v2/orders/o-1').expect(200);
    const { text } = await browser.get(`${ORDERS}/o-1`);
    expect(text).toContain(`<dd class="figure">${body.order.points_earned}</dd>`);
    expect(body.order.points_earned).toBeGreaterThan(0);
    expect(text).toContain(`customers/${ada}/activities/${body.order.activities[0].id}`);
    expect(text).toContain('mug-7');
    expect(text).toContain(`<dd><a href="/console/p/ours/customers/${ada}">`);
    const activity = await browser.get(
      `/console/p/ours/customers/${ada}/activities/${body.order.activities[0].id}`,
    );
    expect(activity.text).toContain(`href="${ORDERS}/o-1"`);
    expect((await browser.get(`${ORDERS}/nothing`)).status).toBe(404);
  });

  it('of an erased customer stay, and lead to no screen of it', async () => {
    await eraseCustomer(test.deps, { program: await test.program(), merchant_id: 'eve', by: TESTER });
    for (const path of [ORDERS, `${ORDERS}/o-3`]) {
      const { status, text } = await browser.get(path);
      expect(status).toBe(200);
      expect(text).toContain(`erased-${eve}`);
      expect(text).not.toContain(`customers/${eve}`);
    }
  });
});
