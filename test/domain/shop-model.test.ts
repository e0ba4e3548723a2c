import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { expectShopAddsUp } from '../support/expect-shop-adds-up.ts';
import { programSettings, tierDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { deeds, openShop } from '../support/shop-deeds.ts';
import { shopTerms } from '../support/shop-terms.ts';
import { testDomain } from '../support/test-domain.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const HISTORIES = Number(process.env.HISTORIES ?? 8);
/** A run of all tests tries the same histories each time. Others are tried by whoever asks for more of them. */
const SEED = process.env.SEED ?? (process.env.HISTORIES === undefined ? '1' : undefined);
/** The deeds between two proofs. */
const PROVED_EVERY = 4;

it(
  'adds up whatever happens in a shop, and does nothing twice that is told twice',
  async () => {
    const property = fc.asyncProperty(shopTerms, deeds, async (terms, all) => {
      const shop = await openShop(domain, terms);
      for (const [index, deed] of all.entries()) {
        await deed.act(shop);
        if (index % PROVED_EVERY === 0) await expectShopAddsUp(domain);
      }
      await expectShopAddsUp(domain);
    });
    // Tells the seed and the deeds of a history that fails.
    await fc.assert(property, {
      numRuns: HISTORIES,
      endOnFailure: true,
      ...(SEED && { seed: Number(SEED) }),
    });
  },
  HISTORIES * 60_000,
);

it('gives an owner what has become due for it where an order with its voucher is told again', async () => {
  const tiers = (bound: number) => [
    { key: 'base', definition: tierDefinition() },
    { key: 'gold', definition: tierDefinition({ lower_bound: bound, entry_reward_keys: ['welcome'] }) },
  ];
  await domain.begin({
    settings: programSettings({
      tier_boundary_mode: 'spend',
      tier_membership: { mode: 'rolling', duration_months: 2 },
    }),
    tiers: tiers(100_000),
    rewards: [
      { key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 30 } }) },
      { key: 'welcome', definition: voucherDefinition() },
    ],
  });
  const { deps } = domain;
  await domain.customer({ merchant_id: 'ann' });
  const ben = await domain.customer({ merchant_id: 'ben' });
  await enrolCustomer(deps, { program: domain.program, customer_id: ben.id });
  await adjust(domain, ben.id, 100);
  const own = { customer_id: 'ben', merchant_id: 'of-ben', total_minor: 20_000 };
  await recordOrder(deps, orderInput(domain.program, own));
  await domain.claim('voucher', {}, { customer: 'ben' });
  const code = (await domain.claims())[0]!.code!;
  await domain.change({ tiers: tiers(10_000) });
  const order = orderInput(domain.program, {
    customer_id: 'ann',
    merchant_id: 'of-ann',
    discount_codes: [{ code, amount_minor: 500 }],
  });
  for (const claims of [1, 2, 2]) {
    await recordOrder(deps, order);
    expect(await domain.claims()).toHaveLength(claims);
  }
  expect((await domain.claims()).map(({ customer_id }) => customer_id)).toEqual([ben.id, ben.id]);
});
