import { describe, expect, it } from 'vitest';
import { type CountedOrder, countedAmount } from '../../src/domain/orders/counted-amount.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { orderLine } from '../support/orders.ts';
import { sampleProgram } from '../support/sample-program.ts';

type Kind = Pick<RuleDefinition, 'kind' | 'properties'> & { enabled?: boolean };

const PURCHASE: Kind = { kind: 'purchase', properties: {} };
const RETAIL: Kind = { kind: 'retail_purchase', properties: {} };
const MUGS: Kind = {
  kind: 'product_purchase',
  properties: { product_ids: ['900', 'gid://shop/Product/901'] },
};
const SALE: Kind = {
  kind: 'collection_purchase',
  properties: { collection_ids: ['gid://shop/Collection/77'] },
};

/** An order of 120.00 with 20.00 of shipping, on the web. */
const order = (rest: Partial<CountedOrder> = {}): CountedOrder => ({
  total_minor: 12_000,
  shipping_minor: 2_000,
  channel: 'web',
  line_items: [],
  ...rest,
});

/** The amount of an order that the first rule counts, in a program with all of them. */
function counted(rest: Partial<CountedOrder>, ...rules: Kind[]): number | undefined {
  const program = sampleProgram({ rules });
  return countedAmount(program, program.rules[0]!, order(rest));
}

describe('purchase', () => {
  it('counts the total without shipping, never less than nothing', () => {
    expect(counted({}, PURCHASE)).toBe(10_000);
    expect(counted({ total_minor: 500 }, PURCHASE)).toBe(0);
  });

  it('counts orders of every channel where no rule is for those at the point of sale', () => {
    for (const channel of ['web', 'mobile', 'pos', null] as const)
      expect(counted({ channel }, PURCHASE)).toBe(10_000);
    expect(counted({ channel: 'pos' }, PURCHASE, { ...RETAIL, enabled: false })).toBe(10_000);
  });

  it('leaves those at the point of sale to a rule that is for them', () => {
    expect(counted({ channel: 'pos' }, PURCHASE, RETAIL)).toBeUndefined();
    for (const channel of ['web', 'mobile', null] as const)
      expect(counted({ channel }, PURCHASE, RETAIL)).toBe(10_000);
  });
});

describe('retail_purchase', () => {
  it('counts orders at the point of sale and no others', () => {
    expect(counted({ channel: 'pos' }, RETAIL)).toBe(10_000);
    for (const channel of ['web', 'mobile', null] as const)
      expect(counted({ channel }, RETAIL)).toBeUndefined();
  });
});

describe('product_purchase', () => {
  it('counts price times quantity of the lines whose product it names, in any form of the id', () => {
    const line_items = [
      orderLine({ product_id: 'gid://shop/Product/900', quantity: 3, price_minor: 1_999 }),
      orderLine({ product_id: '901', quantity: 2, price_minor: 250 }),
      orderLine({ product_id: '902', quantity: 7, price_minor: 9_999 }),
    ];
    expect(counted({ line_items }, MUGS)).toBe(3 * 1_999 + 2 * 250);
    expect(counted({ line_items, channel: 'pos' }, MUGS, RETAIL)).toBe(3 * 1_999 + 2 * 250);
  });

  it('is not for orders without such a line', () => {
    expect(counted({ line_items: [orderLine({ product_id: '902' })] }, MUGS)).toBeUndefined();
    expect(counted({ line_items: [orderLine({ product_id: '900', quantity: 0 })] }, MUGS)).toBeUndefined();
  });

  it('is for an order that has one for nothing', () => {
    expect(counted({ line_items: [orderLine({ product_id: '900', price_minor: 0 })] }, MUGS)).toBe(0);
  });

  it('never counts what JavaScript cannot', () => {
    const line_items = Array.from({ length: 3 }, () =>
      orderLine({ product_id: '900', quantity: 1_000_000, price_minor: 9_007_199_255 }),
    );
    expect(counted({ line_items }, MUGS)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('collection_purchase', () => {
  it('counts the lines that are in a collection it names, each once', () => {
    const line_items = [
      orderLine({ collection_ids: ['5', '77'], price_minor: 100 }),
      orderLine({ collection_ids: ['77', 'gid://shop/Collection/77'], price_minor: 10 }),
      orderLine({ collection_ids: ['5'], price_minor: 1_000 }),
    ];
    expect(counted({ line_items }, SALE)).toBe(110);
    expect(counted({ line_items: line_items.slice(2) }, SALE)).toBeUndefined();
  });
});

describe('a rule of another kind', () => {
  it('is for no order', () => {
    expect(counted({}, { kind: 'pageview', properties: {} })).toBeUndefined();
  });
});
