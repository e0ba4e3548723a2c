import { describe, expect, it } from 'vitest';
import type { Limit } from '../../src/domain/core/limits.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { ruleDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

/** Points for orders at once, and for following, each so often. */
const rules = (limit: Limit) => [
  {
    key: 'purchase',
    definition: ruleDefinition({
      kind: 'purchase',
      properties: {},
      result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
      limit,
    }),
  },
  { key: 'follow', definition: ruleDefinition({ limit }) },
];
const ONCE: Limit = { count: 1, interval: null };

const order = (merchant_id: string) => recordOrder(domain.deps, orderInput(domain.program, { merchant_id }));
const cancel = (merchant_id: string) =>
  updateOrder(domain.deps, orderUpdate(domain.program, { cancelled: true }, merchant_id));

async function voidLast(): Promise<void> {
  const { id, name } = (await domain.rows('activities')).at(-1)!;
  const named = { name, merchant_id: String(id) };
  await resolveActivityReport(domain.deps, { program: domain.program, ...named, state: 'void', by: TESTER });
}

const earned = async () =>
  (await domain.rows('activities')).map(({ state, voided_by_hand }) => [state, voided_by_hand]);

describe('a place in a limit', () => {
  it('is kept by what was voided by hand, whatever it came from', async () => {
    await domain.begin({ rules: rules(ONCE) });
    await domain.customer();
    await order('o-1');
    await voidLast();
    await order('o-2');
    await domain.complete('follow');
    await voidLast();
    expect(await outcomeOf(domain.complete('follow'))).toBe('rule_limit_reached');
    expect(await earned()).toEqual([
      ['void', true],
      ['void', true],
    ]);
  });

  it('is kept also where its order is cancelled afterwards', async () => {
    await domain.begin({ rules: rules(ONCE) });
    await domain.customer();
    await order('o-1');
    await voidLast();
    await cancel('o-1');
    await order('o-2');
    expect(await earned()).toEqual([['void', true]]);
  });

  it('is given back by what its order voided', async () => {
    await domain.begin({ rules: rules(ONCE) });
    await domain.customer();
    await order('o-1');
    await cancel('o-1');
    await order('o-2');
    expect(await earned()).toEqual([
      ['void', false],
      ['approved', false],
    ]);
  });

  it('is counted alike when the interval changes', async () => {
    await domain.begin({ rules: rules({ count: 3, interval: 'day' }) });
    await domain.customer();
    await order('o-1');
    await voidLast();
    await order('o-2');
    await cancel('o-2');
    await order('o-3');
    await domain.change({ rules: rules({ count: 2, interval: 'week' }) });
    const [usage] = await domain.rows('usage_counters');
    expect(usage).toMatchObject({ total: 2, window_count: 2 });
    await order('o-4');
    expect(await earned()).toHaveLength(3);
  });
});
