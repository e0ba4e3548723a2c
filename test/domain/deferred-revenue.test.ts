import { expect, it } from 'vitest';
import { closeMonth } from '../../src/domain/operations/close-month.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { readReport } from '../../src/domain/reports/read-report.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const stating = (point_value: number) => ({ settings: programSettings({ point_value }) });

/** In January customer 1001 bought for 100.00, which gave 500 points. In February a mug took 200 of them. */
async function begin({ approval_period_seconds = 0, stated = stating(0.01) } = {}): Promise<void> {
  const purchase = ruleDefinition({
    kind: 'purchase',
    result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    properties: {},
    approval_period_seconds,
  });
  await domain.begin({ rules: [{ key: 'purchase', definition: purchase }], ...stated });
  const { id } = await domain.customer();
  await recordOrder(domain.deps, orderInput(domain.program, { total_minor: 10_000 }));
  domain.turnTo('2026-02-10T12:00:00Z');
  await domain.settle(id);
  await domain.claim('mug', { variant_id: '902' });
}

async function rows(to = '2026-02-28', from = '2026-01-01'): Promise<unknown[]> {
  await countFigures(domain.deps);
  const span = { from, to };
  const report = await readReport(domain.deps, domain.program, 'deferred_revenue', span);
  return report.rows.map(({ opening, deferred, recognised, closing }) => [
    opening,
    deferred,
    recognised,
    closing,
  ]);
}

const BY_HAND = [
  [0, 4.76, 0, 4.76],
  [4.76, 0, 1.9, 2.86],
];

it('is deferred with the sale, and becomes revenue as points are redeemed', async () => {
  await begin();
  expect(await rows()).toEqual(BY_HAND);
});

it('is the same where points wait for approval until the next month', async () => {
  await begin({ approval_period_seconds: 20 * 86_400 });
  expect(await rows()).toEqual(BY_HAND);
});

it('stays deferred in months to come, however many a report asks for', async () => {
  await begin();
  const all = await rows('2999-12-31', '2999-11-01');
  expect(all).toEqual([
    [2.86, 0, 0, 2.86],
    [2.86, 0, 0, 2.86],
  ]);
  expect(await rows('2026-04-30')).toEqual([...BY_HAND, ...all]);
});

it('is not known where the value of a point is not', async () => {
  await begin({ stated: { settings: programSettings() } });
  expect(await rows()).toEqual([
    [null, null, null, null],
    [null, null, null, null],
  ]);
});

it('stays in a closed month as it was, whatever a point is worth later', async () => {
  await begin();
  const { books } = await closeMonth(domain.deps, { program: domain.program, month: '2026-01', by: TESTER });
  expect(JSON.parse(books).deferred_revenue).toMatchObject({ net_sales: 100, points: 500, closing: 4.76 });
  await domain.change(stating(0.02));
  await recordOrder(domain.deps, orderInput(domain.program, { merchant_id: 'later', total_minor: 10_000 }));
  expect(await rows()).toEqual([
    [0, 4.76, 0, 4.76],
    // 100.00 × 10.00 ÷ 110.00 for the new points, of which none is redeemed.
    [4.76, 9.09, 1.9, 11.95],
  ]);
});
