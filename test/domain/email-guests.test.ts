import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { previewOrder } from '../../src/domain/operations/preview-order.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain({ poolSize: 16 });
const EMAIL = 'Ada@shop.example';

/** An order of 20.00 earns 100 points at once. */
const begin = (enrol_on_sight = true) =>
  domain.begin({
    settings: programSettings({ enrol_on_sight }),
    rules: [
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
        }),
      },
    ],
  });

let made = 0;
function order(rest: Parameters<typeof orderInput>[1] = {}) {
  made += 1;
  return orderInput(domain.program, {
    customer_id: null,
    customer_email: EMAIL,
    merchant_id: `o-${made}`,
    ...rest,
  });
}
const record = (rest: Parameters<typeof orderInput>[1] = {}) => recordOrder(domain.deps, order(rest));
const named = async (name: string) => (await findCustomer(domain.deps.db, domain.program.id, name))!;

describe('an order that names an email alone', () => {
  it('is of the customer who has the email, in whatever case', async () => {
    await begin();
    const { id } = await domain.customer({ email: EMAIL.toLowerCase() });
    expect((await record()).customer_id).toBe(id);
    expect(await domain.row(id)).toMatchObject({ points_approved: 100 });
  });

  it('is else of a guest named by it, also where the program enrols on sight: its orders wait', async () => {
    await begin();
    const { customer_id } = await record();
    expect((await record({ customer_email: EMAIL.toUpperCase() })).customer_id).toBe(customer_id);
    expect(await domain.row(customer_id)).toMatchObject({
      merchant_id: EMAIL,
      email: EMAIL,
      enrolled_at: null,
      points_approved: 0,
    });
    const predicted = await previewOrder(domain.deps, order());
    expect([predicted.customer_state, predicted.is_known]).toEqual(['guest', true]);
    const other = await previewOrder(domain.deps, order({ customer_email: 'eve@shop.example' }));
    expect([other.customer_state, other.is_known]).toEqual(['guest', false]);
  });
});

describe('the guest of an email is one with the customer who later comes with it and an id', () => {
  const expectOne = async (id: number, points: number) => {
    expect(await named(EMAIL)).toMatchObject({
      id,
      email: EMAIL,
      points_approved: points,
      named_by_email: false,
    });
    expect(new Set((await domain.rows('orders')).map(({ customer_id }) => customer_id))).toEqual(
      new Set([id]),
    );
    const audited = (await domain.rows('audit_entries')).filter(({ action }) => action === 'customer.merged');
    expect(audited).toMatchObject([{ actor_kind: 'server', details: { into_id: id } }]);
  };

  it('in an order', async () => {
    await begin();
    await record();
    const told = order({ customer_id: '1001', customer_email: EMAIL.toLowerCase() });
    const predicted = await previewOrder(domain.deps, told);
    const { customer_id } = await recordOrder(domain.deps, told);
    expect(predicted).toMatchObject({
      customer_state: 'enrolled',
      is_known: false,
      rules: [{ points: 100 }],
    });
    expect(await domain.row(customer_id)).toMatchObject({ merchant_id: '1001', points_approved: 200 });
    expect((await named(EMAIL)).id).toBe(customer_id);
    expect((await record()).customer_id).toBe(customer_id);
    expect(await domain.row(customer_id)).toMatchObject({ points_approved: 300 });
  });

  it('in an order of a customer who had no email', async () => {
    await begin();
    const { id } = await domain.customer();
    await record();
    const told = order({ customer_id: '1001' });
    const predicted = await previewOrder(domain.deps, told);
    expect(predicted).toMatchObject({ is_known: true, rules: [{ points: 100 }] });
    expect((await recordOrder(domain.deps, told)).customer_id).toBe(id);
    await expectOne(id, 200);
  });

  it('in a session or a report', async () => {
    await begin();
    await record();
    const { program } = domain;
    const { id } = await ensureCustomer(domain.deps, {
      program,
      site: program.sites.at(-1)!,
      merchant_id: '1001',
      email: EMAIL,
    });
    await expectOne(id, 100);
  });

  it('in what a back end says of it', async () => {
    await begin();
    const { id } = await domain.customer();
    await record();
    const { program } = domain;
    await updateCustomer(domain.deps, { program, customer_id: id, changes: { email: EMAIL }, by: TESTER });
    await expectOne(id, 100);
  });

  it('unless it was blocked: then it stays who it is', async () => {
    await begin();
    const { customer_id } = await record();
    await domain.block(customer_id);
    const { customer_id: other } = await record({ customer_id: '1001' });
    expect(other).not.toBe(customer_id);
    expect(await domain.row(other)).toMatchObject({ email: null, points_approved: 100 });
  });

  it('but whoever has an email for an id in its store stays somebody else', async () => {
    await begin(false);
    const { id } = await domain.customer({ merchant_id: 'ada@shop.example', email: EMAIL });
    const { customer_id } = await record({ customer_id: '1001' });
    expect(customer_id).not.toBe(id);
    expect((await named('ada@shop.example')).id).toBe(id);
  });

  it('once, however many orders come with and without the id at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await begin();
      if (round % 2 === 1) await domain.customer();
      if (round > 1) await record();
      const before = (await domain.rows('orders')).length;
      const { program } = domain;
      const site = program.sites.at(-1)!;
      await Promise.all([
        ...atOnce(4, () => record()),
        ...atOnce(4, () => record({ customer_id: '1001' })),
        ...atOnce(2, () =>
          ensureCustomer(domain.deps, {
            program,
            site,
            merchant_id: '1001',
            email: EMAIL,
            on_email_conflict: 'keep_without',
          }),
        ),
        ...atOnce(2, () => previewOrder(domain.deps, order({ customer_id: '1001' }))),
      ]);
      await record({ customer_id: '1001' });
      const { id } = await named('1001');
      const orders = await domain.rows('orders');
      expect(orders).toHaveLength(before + 9);
      // A guest may have come after the customer without an email: the last order made the two one.
      expect(orders.filter(({ customer_id }) => customer_id !== id)).toEqual([]);
      expect(await domain.row(id)).toMatchObject({ points_approved: orders.length * 100, email: EMAIL });
    }
  });
});
