import { describe, expect, it } from 'vitest';
import { allocatePrice, deferRevenue, recogniseRevenue } from '../../src/domain/books/deferred-revenue.ts';
import { type Accounts, journalOf } from '../../src/domain/books/journal.ts';
import { derivedPointValue } from '../../src/domain/books/point-value.ts';
import { FLOW_NAMES, type Flow } from '../../src/domain/ledger/flows.ts';
import { productRewardDefinition } from '../support/factories.ts';

describe('deferred revenue', () => {
  it('is what Example 52 of IFRS 15 says', () => {
    const sale = { price_minor: 100_000, points: 10_000, point_value_minor: 0.95 };
    expect(allocatePrice(sale)).toEqual({ sale_minor: 91_324, points_minor: 8_676 });
    const years = [
      { redeemed: 4_500, expected: 9_500 },
      { redeemed: 8_500, expected: 9_700 },
    ];
    expect(recogniseRevenue(8_676, years)).toEqual([
      { recognised_minor: 4_110, deferred_minor: 4_566 },
      { recognised_minor: 3_493, deferred_minor: 1_073 },
    ]);
  });

  it('is carried from period to period', () => {
    const first = { sales_minor: 100_000, points: 10_000, point_value_minor: 1, expected_rate: 0.95 };
    const second = { sales_minor: 0, points: 0, point_value_minor: 1, expected_rate: 0.97 };
    const progress = [
      { redeemed: 4_500, expected: 9_500 },
      { redeemed: 8_500, expected: 9_700 },
    ];
    expect(
      deferRevenue([
        { ...first, redemptions: progress },
        { ...second, redemptions: [{ redeemed: 0, expected: 1 }] },
      ]),
    ).toEqual([
      { opening_minor: 0, added_minor: 8_676, recognised_minor: 4_110, deferred_minor: 4_566 },
      { opening_minor: 4_566, added_minor: 0, recognised_minor: 3_493, deferred_minor: 1_073 },
    ]);
  });

  it('is not taken from a period that gave back more than it sold, or took back more points than it gave', () => {
    const terms = { point_value_minor: 1, expected_rate: 1, redemptions: [{ redeemed: 0, expected: 1 }] };
    const periods = [
      { ...terms, sales_minor: -500, points: 10 },
      { ...terms, sales_minor: 500, points: -10 },
    ];
    expect(deferRevenue(periods).map(({ added_minor }) => added_minor)).toEqual([0, 0]);
  });

  it('is nothing for a sale without points, and for a gift', () => {
    expect(allocatePrice({ price_minor: 500, points: 0, point_value_minor: 1 }).points_minor).toBe(0);
    expect(allocatePrice({ price_minor: 0, points: 0, point_value_minor: 1 }).points_minor).toBe(0);
  });
});

describe('the journal of a month', () => {
  const accounts: Accounts = {
    liability: '2150',
    against: Object.fromEntries(FLOW_NAMES.map((flow) => [flow, `against ${flow}`])) as Record<Flow, string>,
  };
  const none = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, 0])) as Record<Flow, number>;

  it('books what is earned on the liability, and what is redeemed off it', () => {
    const figures = { ...none, earned: 1000, redeemed: 400 };
    expect(journalOf({ month: '2026-01', opening: 0, figures }, 0.5, accounts)).toEqual([
      { month: '2026-01', flow: 'earned', debit: 'against earned', credit: '2150', amount_minor: 500 },
      { month: '2026-01', flow: 'redeemed', debit: '2150', credit: 'against redeemed', amount_minor: 200 },
    ]);
  });
});

describe('the value of a point', () => {
  const fixed = (points: number) => ({ kind: 'fixed', points }) as const;
  const card = (initial_balance_minor: number) => ({ kind: 'gift_card', initial_balance_minor }) as const;

  it('is what customers got for the points that they paid', () => {
    const redeemed = [
      { reward: { cost: fixed(1000), properties: card(1000) }, points: 3000 },
      { reward: { cost: fixed(500), properties: card(1000) }, points: 1000 },
    ];
    expect(derivedPointValue('USD', redeemed)).toBe(1.25);
  });

  it('counts a discount of any amount, in a currency without decimals too', () => {
    const properties = {
      kind: 'cart_variable_discount_voucher',
      minimum_discount_minor: 1,
      maximum_discount_minor: 900,
      minimum_spend_before_discount_minor: null,
      minimum_spend_after_discount_minor: null,
      applies_to_order_type: 'all',
    } as const;
    const reward = { cost: { kind: 'variable', points_per_unit: 50 } as const, properties };
    expect(derivedPointValue('USD', [{ reward, points: 100 }])).toBe(2);
    expect(derivedPointValue('JPY', [{ reward, points: 100 }])).toBe(0.02);
  });

  it('leaves out rewards whose worth is not known, free ones, and those that nobody redeemed', () => {
    const product = productRewardDefinition().properties;
    const redeemed = [
      { reward: { cost: fixed(200), properties: product }, points: 2000 },
      { reward: { cost: fixed(0), properties: card(1000) }, points: 0 },
      { reward: { cost: fixed(100), properties: card(100) }, points: 0 },
    ];
    expect(derivedPointValue('USD', redeemed)).toBeNull();
  });
});
