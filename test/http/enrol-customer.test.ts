import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { programDefinition, programSettings, ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';

let test: TestApp;
let program: Program;
let document: object;

beforeAll(async () => {
  const join = ruleDefinition({ kind: 'join_program', title: 'Welcome', properties: {} });
  test = await buildTestApp({
    program: {
      settings: programSettings({ enrol_on_sight: false }),
      rules: [...programDefinition().rules, { key: 'join', definition: join }],
    },
  });
  program = await test.program();
  document = await test.document();
});

afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const enrol = (merchantId: string, query = '') =>
  test.post(
    `/headless/2025-06/${program.sites.at(-1)!.id}/customers/${encodeURIComponent(merchantId)}/enroll${query}`,
  );
const newGuest = (merchant_id: string) =>
  ensureCustomer(test.deps, { program, site: program.sites.at(-1)!, merchant_id });

describe('enrolling a guest', () => {
  it('gives what joining gives, and what its orders earn', async () => {
    const guest = await newGuest('ada');
    await recordOrder(test.deps, orderInput(program, { customer_id: 'ada', total_minor: 2000 }));
    const response = await enrol('ada', '?channel=mobile');
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({
      enrolled: true,
      customer: {
        state: 'enrolled',
        id: guest.id,
        enrolled_at: '2026-01-14T12:00:00.000Z',
        points_approved: 50,
        points_pending: 100,
        history: [
          { rule: { kind: 'purchase' }, state: 'pending', points: 100 },
          { label: 'Welcome', points: 50 },
        ],
      },
    });
  });

  it('again is no refusal, and gives nothing more', async () => {
    await newGuest('bob');
    await enrol('bob');
    const response = await enrol('bob');
    expect(response.status).toBe(200);
    expectServedSchema(document, response);
    expect(response.body).toMatchObject({ enrolled: false, customer: { points_approved: 50 } });
  });

  it('takes no body, and ignores one', async () => {
    await newGuest('cy');
    const path = `/headless/2025-06/${program.sites.at(-1)!.id}/customers/cy/enroll`;
    expect((await test.post(path, { enrolled: false })).body.enrolled).toBe(true);
  });

  it('finds it also where its id came encoded twice', async () => {
    await newGuest('gid://shop/Customer/77 88');
    const response = await enrol(encodeURIComponent('gid://shop/Customer/77 88'));
    expect(response.body.customer.merchant_id).toBe('gid://shop/Customer/77 88');
  });

  it('is refused of nobody, and of the blocked', async () => {
    expect((await enrol('nobody')).status).toBe(404);
    const { id } = await newGuest('eve');
    await test.deps.db
      .updateTable('customers')
      .set({ blocked_at: ts(test.clock.real()) })
      .where('id', '=', id)
      .execute();
    const response = await enrol('eve');
    expect([response.status, response.body.error.code]).toEqual([422, 'customer_blocked']);
    expectServedSchema(document, response);
  });

  it('with an Idempotency-Key gives the same answer again', async () => {
    await newGuest('dan');
    const keyed = () => enrol('dan').set('Idempotency-Key', 'join once');
    const first = await keyed();
    const second = await keyed();
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });
});
