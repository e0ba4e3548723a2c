import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/domain/operations/close-month.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import { type ReportRequest, readReport } from '../../src/domain/reports/read-report.ts';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { programSettings, tierDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { erase, merge } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const buy = (rest: Partial<OrderInput> = {}) => recordOrder(domain.deps, orderInput(domain.program, rest));
const told = (state: Partial<OrderState>) => updateOrder(domain.deps, orderUpdate(domain.program, state));

/** Months in which something was sold: `2026-01: 2 orders, 40.00`. */
async function sold(request: ReportRequest = {}): Promise<string[]> {
  await countFigures(domain.deps);
  const span = { from: '2026-01-01', to: '2026-04-30' };
  const { rows } = await readReport(domain.deps, domain.program, 'overview', { ...span, ...request });
  return rows
    .filter(({ orders, net_sales }) => orders !== 0 || net_sales !== 0)
    .map(({ period, orders, net_sales }) => `${period}: ${orders} orders, ${Number(net_sales).toFixed(2)}`);
}

/** The same when it is counted anew, and each sum is that of its changes. */
async function expectKept(): Promise<void> {
  const before = await sold();
  await rebuildFigures(domain.deps, domain.program.id);
  expect(await sold()).toEqual(before);
  expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
    wrong_sales: [],
    wrong_orders: [],
  });
}

async function begin(): Promise<void> {
  await domain.begin();
  await domain.customer();
}

describe('net sales', () => {
  it('are what was paid without shipping and tax, when that is told, also for an order of last month', async () => {
    await begin();
    await buy({ merchant_id: 'a', total_minor: 6_000, shipping_minor: 500, tax_minor: 300 });
    await buy({ payment_status: 'not_paid' });
    domain.turnTo('2026-02-03T12:00:00Z');
    await told({});
    await buy({ merchant_id: 'old', date: Date.parse('2026-01-02T12:00:00Z') });
    expect(await sold()).toEqual(['2026-01: 2 orders, 52.00', '2026-02: 1 orders, 40.00']);
    await expectKept();
  });

  it('are less what is refunded or cancelled, on the day on which that is told', async () => {
    await begin();
    await buy();
    domain.turnTo('2026-02-03T12:00:00Z');
    await told({ refund_status: 'partially_refunded', refunded_minor: 500 });
    domain.turnTo('2026-03-03T12:00:00Z');
    await told({ cancelled: true });
    expect(await sold()).toEqual([
      '2026-01: 1 orders, 20.00',
      '2026-02: 0 orders, -5.00',
      '2026-03: 0 orders, -15.00',
    ]);
    await expectKept();
  });

  it("are in the program's currency at the rate that the order keeps", async () => {
    const rated = (EUR: number) => ({ settings: programSettings({ currency_rates: { EUR } }) });
    await domain.begin(rated(0.5));
    await domain.customer();
    await buy({ currency: 'EUR' });
    await domain.change(rated(0.8));
    await told({ refund_status: 'partially_refunded', refunded_minor: 1_000 });
    expect(await sold()).toEqual(['2026-01: 1 orders, 20.00']);
    await expectKept();
  });

  it('are of the home site and of the tier that the customer was in before', async () => {
    await domain.begin({
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition({ lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1_000 }) },
      ],
    });
    await domain.customer();
    domain.clock.advance(1);
    await buy();
    domain.clock.advance(1);
    await buy({ merchant_id: 'as gold', total_minor: 500 });
    expect(await sold({ tier: 'base' })).toEqual(['2026-01: 1 orders, 20.00']);
    expect(await sold({ tier: 'gold' })).toEqual(['2026-01: 1 orders, 5.00']);
    expect([await sold({ site: 'main' }), await sold({ site: 'abroad' })]).toEqual([
      ['2026-01: 2 orders, 25.00'],
      [],
    ]);
    await expectKept();
  });

  it('of the past are moved by no merge and by no erasure', async () => {
    await begin();
    await buy();
    await domain.customer({ merchant_id: 'b' });
    const before = await sold();
    domain.turnTo('2026-02-03T12:00:00Z');
    await merge(domain, '1001', 'b');
    await erase(domain, 'b');
    expect(await sold()).toEqual(before);
    await expectKept();
  });

  it('that come late for a closed month are booked in the open one', async () => {
    await begin();
    await buy();
    domain.turnTo('2026-02-03T12:00:00Z');
    await closeMonth(domain.deps, { program: domain.program, month: '2026-01', by: TESTER });
    // A clock that goes back.
    domain.turnTo('2026-01-20T12:00:00Z');
    await buy({ merchant_id: 'late', total_minor: 700 });
    await told({ refund_status: 'partially_refunded', refunded_minor: 500 });
    domain.turnTo('2026-02-10T12:00:00Z');
    await buy({ merchant_id: 'in time', total_minor: 100 });
    expect(await sold()).toEqual(['2026-01: 1 orders, 20.00', '2026-02: 2 orders, 3.00']);
    await expectKept();
  });

  it('that come late are named in the report and in the books of the month in which they are booked', async () => {
    await begin();
    await buy();
    domain.turnTo('2026-02-03T12:00:00Z');
    const close = (month: string) => closeMonth(domain.deps, { program: domain.program, month, by: TESTER });
    await close('2026-01');
    domain.turnTo('2026-01-20T12:00:00Z');
    await buy({ merchant_id: 'late', total_minor: 700 });
    await countFigures(domain.deps);
    await told({ refund_status: 'partially_refunded', refunded_minor: 500 });
    domain.turnTo('2026-03-02T12:00:00Z');
    await buy({ merchant_id: 'in time' });
    const late = [{ booked: '2026-02', dated: '2026-01', orders: 1, net_sales: 2 }];
    const named = async (month: string) => {
      await countFigures(domain.deps);
      const span = { from: `${month}-01`, to: `${month}-28` };
      return (await readReport(domain.deps, domain.program, 'overview', span)).late_sales;
    };
    expect([await named('2026-01'), await named('2026-02'), await named('2026-03')]).toEqual([[], late, []]);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await named('2026-02')).toEqual(late);
    expect(JSON.parse((await close('2026-02')).books).late_sales).toEqual(late);
    await expectKept();
  });

  it('that came late are in the books, also where a server of an older version counted them as in time', async () => {
    await begin();
    domain.turnTo('2026-02-03T12:00:00Z');
    const close = (month: string) => closeMonth(domain.deps, { program: domain.program, month, by: TESTER });
    await close('2026-01');
    domain.turnTo('2026-01-20T12:00:00Z');
    await buy();
    await countFigures(domain.deps);
    await sql`delete from report_late_sales where program_id = ${domain.program.id}`.execute(domain.deps.db);
    domain.turnTo('2026-03-02T12:00:00Z');
    expect(JSON.parse((await close('2026-02')).books).late_sales).toEqual([
      { booked: '2026-02', dated: '2026-01', orders: 1, net_sales: 20 },
    ]);
    await expectFiguresVerified(domain);
  });

  it('that are not the sum of their changes are named', async () => {
    await begin();
    await buy();
    await countFigures(domain.deps);
    await sql`update report_sales set net_minor = 1 where program_id = ${domain.program.id}`.execute(
      domain.deps.db,
    );
    await sql`insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
      select program_id, order_id, customer_id, site_id, day, told_at, 0, 3 from sales_changes
        where program_id = ${domain.program.id}`.execute(domain.deps.db);
    expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
      wrong_sales: [{ day: '2026-01-14', stored: 1, summed: 2_000 }],
      wrong_orders: [{ stored: 2_003, summed: 2_000 }],
    });
  });

  it('and points that came late and are not those of their entries are named', async () => {
    await begin();
    domain.turnTo('2026-02-03T12:00:00Z');
    await closeMonth(domain.deps, { program: domain.program, month: '2026-01', by: TESTER });
    domain.turnTo('2026-01-20T12:00:00Z');
    await buy();
    await adjust(domain, (await domain.customer({ merchant_id: 'late' })).id, 30);
    await countFigures(domain.deps);
    for (const table of ['report_late', 'report_late_sales'])
      await sql`delete from ${sql.table(table)} where program_id = ${domain.program.id}`.execute(
        domain.deps.db,
      );
    const late = { booked: '2026-02-01', dated: '2026-01-01', stored: 0 };
    const wrong = await verifyFigures(domain.deps, domain.program.id);
    expect(wrong.wrong_late).toContainEqual({ ...late, flow: 'added', summed: 30 });
    expect(wrong.wrong_late_sales).toEqual([{ ...late, summed: 2_000 }]);
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });
});
