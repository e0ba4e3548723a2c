import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { platformCart, redeemedLine, session } from '../support/carts.ts';
import { productRewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderLine } from '../support/orders.ts';
import { atOnce, ORDINARY, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const PAGE = { page_url: 'https://shop.example/' };
const domain = testDomain({ poolSize: 16 });

const once = (kind: 'join_program' | 'pageview', points: number) =>
  ruleDefinition({
    kind,
    properties: {},
    limit: { count: 1, interval: kind === 'pageview' ? 'day' : null },
    result: { kind: 'points', points, per_currency_unit_minor: null },
  });

async function begin() {
  await domain.begin({
    rules: [
      { key: 'join', definition: once('join_program', 100) },
      { key: 'pageview', definition: once('pageview', 5) },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 }, stock: 1000 }),
      },
    ],
  });
}

const pathOf = (index: number) => (index % 2 ? ORDINARY : undefined);
const redeem = (merchant_id: string, index = 0) =>
  domain.claim(
    'mug',
    { variant_id: '902', cart_id: 'cart' },
    { customer: merchant_id, hooks: pathOf(index) },
  );
const latestClaim = async () => (await domain.claims()).at(-1)!;

describe('sessions of one customer that begin at once', () => {
  it('create it once, enrol it once and complete each rule once', async () => {
    await begin();
    const cart = platformCart([]);
    const opened = await Promise.all(
      atOnce(24, (index) =>
        session(domain, {
          ...PAGE,
          email: 'ada@shop.example',
          merchant_id: index % 3 === 0 ? 'gid%3A%2F%2Fshop%2FCustomer%2F1001' : '1001',
          cart: index % 2 ? cart : null,
        }),
      ),
    );
    expect(new Set(opened.map(({ customer_id }) => customer_id)).size).toBe(1);
    expect(await domain.row(opened[0]!.customer_id)).toMatchObject({ points_approved: 105 });
    expect((await domain.rows('activities')).map(({ name }) => name).sort()).toEqual([
      '$pageview',
      '$signup',
    ]);
  });

  it('refund a redemption that left the cart once', async () => {
    await begin();
    const { customer_id } = await session(domain);
    for (let round = 0; round < 10; round += 1) {
      await redeem('1001', round);
      const { redemption_id } = await latestClaim();
      await session(domain, { cart: platformCart([redeemedLine(redemption_id!)]) });
      await Promise.all(atOnce(8, () => session(domain, { cart: platformCart([]) })));
      expect((await latestClaim()).state).toBe('void');
      expect(await domain.row(customer_id)).toMatchObject({ points_approved: 100, points_spent: 0 });
      expect(await domain.stock()).toMatchObject({ '': 1000 });
    }
  });
});

describe('a session beside a sweep', () => {
  it('finds the redemption lapsed or lets it lapse: it is refunded once and its line is to be removed', async () => {
    await begin();
    for (let round = 0; round < 20; round += 1) {
      const merchant_id = `c-${round}`;
      const { customer_id } = await session(domain, { merchant_id });
      await redeem(merchant_id, round);
      const { redemption_id } = await latestClaim();
      const cart = platformCart([redeemedLine(redemption_id!)]);
      await session(domain, { merchant_id, cart });
      domain.clock.advance(24 * HOUR);
      const [, ...sessions] = await Promise.all([
        sweepOnce(domain.deps),
        ...atOnce(3, () => session(domain, { merchant_id, cart })),
      ]);
      for (const { requested_cart_actions } of sessions) {
        expect(requested_cart_actions).toMatchObject([{ reason: 'redemption_expired', redemption_id }]);
      }
      expect((await latestClaim()).state).toBe('void');
      expect(await domain.row(customer_id)).toMatchObject({ points_approved: 100, points_spent: 0 });
    }
  });
});

describe('a session beside a redemption', () => {
  it('with the cart from before it leaves the new redemption alone', async () => {
    await begin();
    await session(domain, { cart: platformCart([]) });
    for (let round = 0; round < 20; round += 1) {
      const merchant_id = `c-${round}`;
      const { customer_id } = await session(domain, { merchant_id });
      const cart = platformCart([], { total_minor: round });
      await Promise.all([
        ...atOnce(3, (index) => redeem(merchant_id, index)),
        ...atOnce(3, () => session(domain, { merchant_id, cart })),
      ]);
      expect(await domain.row(customer_id)).toMatchObject({ points_approved: 70, points_spent: 30 });
    }
    expect((await domain.claims()).every(({ state }) => state === 'approved')).toBe(true);
  });
});

describe('a session that finds the line gone while an order uses the redemption', () => {
  it('refunds it or finds it used, never both', async () => {
    await begin();
    const seen = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const merchant_id = `c-${round}`;
      const { customer_id } = await session(domain, { merchant_id });
      await redeem(merchant_id, round);
      const { redemption_id } = await latestClaim();
      await session(domain, { merchant_id, cart: platformCart([redeemedLine(redemption_id!)]) });
      const order = orderInput(domain.program, {
        customer_id: round % 3 ? merchant_id : 'somebody else',
        merchant_id: `o-${round}`,
        line_items: [
          orderLine({
            variant_id: '902',
            attributes: [{ key: '_loyalty_redemption_id', value: redemption_id! }],
          }),
        ],
      });
      const give = () => session(domain, { merchant_id, cart: platformCart([]) });
      const use = () => recordOrder(domain.deps, order);
      // The first two come one after the other: each end is seen, whoever is faster in the others.
      if (round === 0) expect(await tally([use().then(give)])).toEqual({ done: 1 });
      else if (round === 1) expect(await tally([give().then(use)])).toEqual({ done: 1 });
      else expect(await tally(round % 2 ? [give(), use()] : [use(), give()])).toEqual({ done: 2 });
      const claim = await latestClaim();
      const { points_approved, points_spent } = await domain.row(customer_id);
      const outcome = [claim.state, claim.usage_status, points_approved, points_spent];
      expect(outcome).toEqual(
        claim.usage_status === 'used' ? ['approved', 'used', 90, 10] : ['void', 'not_used', 100, 0],
      );
      seen.add(claim.usage_status);
    }
    expect(seen).toEqual(new Set(['used', 'not_used']));
  });
});
