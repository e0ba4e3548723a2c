import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reconstructOrderStates } from '../../src/domain/operations/reconstruct-order-states.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { atOnce } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain({ poolSize: 12 });

const record = (rest: Parameters<typeof orderInput>[1] = {}) =>
  recordOrder(domain.deps, orderInput(domain.program, rest));
const update = (...args: [Parameters<typeof orderUpdate>[1], string?]) =>
  updateOrder(domain.deps, orderUpdate(domain.program, ...args));

/** The kept reports of an order, oldest first. An order from before begins with its reconstructed row. */
async function told(orderId: number) {
  return domain.deps.db
    .selectFrom('order_states')
    .selectAll()
    .where('program_id', '=', domain.program.id)
    .where('order_id', '=', orderId)
    .orderBy(sql`source <> 'reconstructed'`)
    .orderBy('id')
    .execute();
}

/** As if the orders so far had been recorded before anything was kept. */
async function forget(): Promise<void> {
  const { id } = domain.program;
  await domain.database.asOwner(`
    alter table order_states disable trigger append_only;
    delete from order_states where program_id = ${id};
    alter table order_states enable trigger append_only;
    insert into order_reconstructions (program_id, done_to, until)
      select program_id, 0, max(id) from orders where program_id = ${id} group by 1;`);
}

const PAID = {
  payment_status: 'paid',
  paid_minor: 2000,
  refund_status: 'not_refunded',
  refunded_minor: 0,
  cancelled: false,
};

describe('the history of an order’s reports', () => {
  it('is kept each time that it says something new: as told, where it led, when and by whom', async () => {
    await domain.begin();
    await domain.customer();
    const { order_id } = await record({
      payment_status: 'not_paid',
      customer_email: 'zoe@shop.example',
      line_items: [orderLine({ attributes: [{ key: 'Engraving', value: 'Zoe' }] })],
    });
    domain.clock.advance(1000);
    await update({ refunded_minor: 500 });
    await update({ refunded_minor: 500 });
    // Late, and says nothing that is not known.
    await update({});
    await record({ payment_status: 'not_paid' });
    domain.clock.advance(1000);
    await record({ refunded_minor: 700 });
    const rows = await told(order_id);
    const now = domain.clock.real();
    expect(rows.map(({ source, led_to, told_at }) => [source, led_to, told_at - now])).toEqual([
      ['post', { ...PAID, payment_status: 'not_paid', paid_minor: 0 }, -2000],
      ['put', { ...PAID, refund_status: 'partially_refunded', refunded_minor: 500 }, -1000],
      ['post', { ...PAID, refund_status: 'partially_refunded', refunded_minor: 700 }, 0],
    ]);
    expect(rows[0]!.told).toMatchObject({
      total_minor: 2000,
      line_items: [{ product_id: '900', quantity: 1 }],
    });
    expect(rows[1]!.told).toEqual({ ...PAID, refunded_minor: 500 });
    expect(new Set(rows.map(({ actor_kind }) => actor_kind))).toEqual(new Set([TESTER.kind]));
    expect(JSON.stringify(rows)).not.toMatch(/zoe|Engraving|#1/i);
  });

  it('of an order from before begins with where it stood, marked as reconstructed, before its next change', async () => {
    await domain.begin();
    await domain.customer();
    const { order_id } = await record({ merchant_id: 'old' });
    await forget();
    domain.clock.advance(1000);
    await update({ refunded_minor: 300 }, 'old');
    const rows = await told(order_id);
    expect(rows.map(({ source, led_to }) => [source, led_to])).toEqual([
      ['reconstructed', PAID],
      ['put', { ...PAID, refund_status: 'partially_refunded', refunded_minor: 300 }],
    ]);
    expect(rows[0]).toMatchObject({ actor_kind: null, told: { total_minor: 2000, ...PAID } });
  });

  it('of orders from before is there once, however many servers see to it while they change', async () => {
    await domain.begin();
    await domain.customer();
    const ORDERS = 60;
    for (let index = 0; index < ORDERS; index += 1) await record({ merchant_id: `o-${index}` });
    await forget();
    const changes = Array.from(
      { length: ORDERS / 2 },
      (_, index) => () => update({ refunded_minor: 100 }, `o-${index * 2}`),
    );
    await Promise.all([
      ...atOnce(4, () => reconstructOrderStates(domain.deps)),
      ...changes.map((change) => change()),
    ]);
    await reconstructOrderStates(domain.deps);
    for (const [index, { id }] of (await domain.rows('orders')).entries()) {
      const rows = await told(id);
      expect(rows.map(({ source }) => source)).toEqual(
        index % 2 === 0 ? ['reconstructed', 'put'] : ['reconstructed'],
      );
      expect(rows[0]!.led_to).toEqual(PAID);
    }
    expect(await domain.deps.db.selectFrom('order_reconstructions').selectAll().execute()).toEqual([]);
  });
});
