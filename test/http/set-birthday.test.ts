import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, ruleDefinition } from '../support/factories.ts';

const NOON = Date.parse('2026-01-14T12:00:00Z');

let test: TestApp;
let program: Program;
let document: object;
let customers = 0;

beforeAll(async () => {
  const definition = ruleDefinition({ kind: 'birthday', title: 'Happy birthday', properties: {} });
  test = await buildTestApp({ program: { rules: [{ key: 'birthday', definition }] } });
  program = await test.program();
  document = await test.document();
});

beforeEach(() => test.clock.advance(NOON - test.clock.real()));

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const path = (merchantId: string) =>
  `/headless/2025-06/${program.sites.at(-1)!.id}/customers/${encodeURIComponent(merchantId)}/birthday`;

/** A customer nobody else of this file uses. */
function newCustomer() {
  customers += 1;
  return createCustomer(test.deps, program, { merchant_id: `customer-${customers}` });
}

const set = (merchantId: string, birthday: unknown) => test.post(path(merchantId), { birthday });

describe('setting a birthday', () => {
  it('shows it at once, and gives its points when it comes', async () => {
    const { merchant_id } = await newCustomer();
    const response = await set(merchant_id, { month: 7, day: 20, year: 1990 });
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({
      updated: true,
      birthday: { day: 20, month: 7, year: 1990 },
      customer: {
        merchant_id,
        birthday: { day: 20, month: 7, year: 1990 },
        next_birthday: '2026-07-20',
        points_approved: 0,
      },
    });
    test.clock.advance(Date.parse('2026-07-20T04:00:00Z') - NOON);
    const again = await set(merchant_id, { month: 1, day: 1, year: 1991 });
    expectServedSchema(document, again);
    expect(again.body).toMatchObject({
      updated: false,
      birthday: { day: 20, month: 7, year: 1990 },
      customer: {
        points_approved: 50,
        history: [{ label: 'Happy birthday', date: '2026-07-20T04:00:00.000Z', rule: { kind: 'birthday' } }],
      },
    });
  });

  it('on the day itself gives its points in the answer', async () => {
    const { merchant_id } = await newCustomer();
    const { body } = await set(merchant_id, { month: 1, day: 14, year: 2000 });
    expect(body).toMatchObject({
      updated: true,
      customer: { points_approved: 50, next_birthday: '2026-01-14', history: [{ points: 50 }] },
    });
  });

  it('leaves one that has no year as it is', async () => {
    const merchant_id = 'without-a-year';
    const birthday = { day: 29, month: 2 };
    await ensureCustomer(test.deps, { program, site: program.sites.at(-1)!, merchant_id, birthday });
    const response = await set(merchant_id, { month: 1, day: 14, year: 2000 });
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({ updated: false, customer: { next_birthday: '2026-02-28' } });
    expect(response.body.birthday).toEqual(birthday);
  });

  it('finds the customer also where its id came encoded twice', async () => {
    const merchant_id = 'gid://shop/Customer/77 88';
    await createCustomer(test.deps, program, { merchant_id });
    const response = await set(encodeURIComponent(merchant_id), { month: 7, day: 20, year: 1990 });
    expect(response.body.customer.merchant_id).toBe(merchant_id);
  });

  it('with an Idempotency-Key gives the same answer again', async () => {
    const { merchant_id } = await newCustomer();
    const keyed = () =>
      set(merchant_id, { month: 1, day: 14, year: 2000 }).set('Idempotency-Key', 'born once');
    const first = await keyed();
    const second = await keyed();
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body.updated).toBe(true);
  });
});

describe('a birthday is refused', () => {
  it.each([
    [{ month: 2, day: 30, year: 1990 }],
    [{ month: 2, day: 29, year: 2023 }],
    [{ month: 13, day: 1, year: 1990 }],
    [{ month: 1, day: 0, year: 1990 }],
    [{ month: 1, day: 15, year: 2026 }],
    [{ month: 1, day: 1, year: 2300 }],
    [{ month: 12, day: 31, year: 1899 }],
  ])('that never was or is still to come: %o', async (birthday) => {
    const { merchant_id } = await newCustomer();
    const response = await set(merchant_id, birthday);
    expect([response.status, response.body.error.code]).toEqual([422, 'invalid_date']);
    expectServedSchema(document, response);
  });

  it.each([
    [undefined, { birthday: 'is required' }],
    ['1990-07-20', { birthday: 'must be an object' }],
    [
      {},
      {
        'birthday.month': 'is required',
        'birthday.day': 'is required',
        'birthday.year': 'is required',
      },
    ],
    [
      { month: '7', day: 20.5, year: null },
      {
        'birthday.month': 'must be an integer',
        'birthday.day': 'must be an integer',
        'birthday.year': 'must be an integer',
      },
    ],
  ])('with all its complaints at once: %o', async (birthday, details) => {
    const response = await set('nobody', birthday);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'invalid_request', details });
  });

  it('of nobody, of guests and of the blocked', async () => {
    const birthday = { month: 7, day: 20, year: 1990 };
    expect((await set('nobody', birthday)).status).toBe(404);
    const quiet = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    const guest = { program: quiet, site: program.sites.at(-1)!, merchant_id: 'a-guest' };
    await ensureCustomer(test.deps, guest);
    const response = await set('a-guest', birthday);
    expect([response.status, response.body.error.code]).toEqual([422, 'customer_not_enrolled']);
  });
});
