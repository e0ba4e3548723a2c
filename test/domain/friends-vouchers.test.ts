import { beforeEach, describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { getVoucher } from '../../src/domain/operations/get-voucher.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { programSettings, rewardDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain({ poolSize: 16 });
let referrer: CustomerRow;
let code: string;

const incentive = (definition: RewardDefinition) => ({
  rewards: [{ key: 'ten-off', definition }],
});

const SETTINGS = programSettings({
  referrals: {
    incentive_reward_key: 'ten-off',
    requires_email: false,
    cap: null,
    daily_friends_per_address: 100,
  },
});

beforeEach(async () => {
  await domain.begin({
    settings: SETTINGS,
    ...incentive(voucherDefinition({ enabled: false })),
  });
  referrer = await domain.customer({ email: 'rita@shop.example' });
  code = await give('fred@mail.example');
});

async function give(email: string): Promise<string> {
  const { program } = domain;
  const referee = { email, ip_address: '203.0.113.7', user_agent: null };
  return (await giveIncentive(domain.deps, { program, referral_id: referrer.referral_id, referee })).code;
}

async function lookUp(given = code) {
  const voucher = await getVoucher(domain.deps, domain.program, given);
  if (voucher.kind !== 'incentive') throw new Error('the voucher is a claim');
  return voucher.incentive;
}

const use = (order_merchant_id = 'order-1', given = code) =>
  useVoucher(domain.deps, { program: domain.program, code: given, order_merchant_id, amount: undefined });
const buy = (merchant_id: string) =>
  recordOrder(
    domain.deps,
    orderInput(domain.program, {
      merchant_id,
      customer_id: '2002',
      discount_codes: [{ code: code.toLowerCase(), amount_minor: 500 }],
    }),
  );

describe('the voucher of a referred friend', () => {
  it('is found however it is typed, with who referred the friend and what it takes off', async () => {
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
    expect(await lookUp(typed)).toMatchObject({
      referral: { code, used_at: null },
      referrer: { id: referrer.id },
      terms: { kind: 'cart_discount_voucher', discount: { amount_minor: 500 } },
    });
  });

  it('is worth what it was when it was given', async () => {
    const definition = voucherDefinition({ enabled: false });
    if (definition.properties.kind === 'cart_discount_voucher')
      definition.properties.discount = { discount_type: 'percentage', percentage: 1 };
    await domain.change(incentive(definition));
    expect((await lookUp()).terms).toMatchObject({
      discount: { discount_type: 'fixed', amount_minor: 500 },
    });
    expect((await lookUp(await give('eve@mail.example'))).terms).toMatchObject({
      discount: { percentage: 1 },
    });
  });

  it('is used once, of many at once', async () => {
    const uses = atOnce(20, (index) => use(`order-${index}`));
    expect(await tally(uses)).toEqual({ done: 1, voucher_already_used: 19 });
    expect((await lookUp()).referral.used_at).toBe(domain.clock.real());
  });

  it('is used by the order that names it, or before that, and by no other order', async () => {
    await buy('order-1');
    expect((await lookUp()).referral).toMatchObject({ used_by_order_key: 'order-1' });
    expect(await outcomeOf(use('order-2'))).toBe('voucher_already_used');
    await buy('order-2');
    expect((await lookUp()).referral).toMatchObject({ used_by_order_key: 'order-1' });
  });

  it('is used by an order or by hand, when both come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      code = await give(`friend-${round}@mail.example`);
      const order = `order-${round}`;
      const [byHand, byOrder] = await Promise.all([outcomeOf(use('by-hand')), outcomeOf(buy(order))]);
      expect(byOrder).toBe('done');
      const { used_by_order_key } = (await lookUp()).referral;
      expect(used_by_order_key).toBe(byHand === 'done' ? 'by-hand' : order);
    }
  });

  it('stays used where its order is cancelled: it cost nobody anything', async () => {
    await buy('order-1');
    await updateOrder(domain.deps, orderUpdate(domain.program, { cancelled: true }));
    expect(await outcomeOf(use('order-2'))).toBe('voucher_already_used');
  });

  it('completes the referral also where it was used before the order came', async () => {
    await use('order-1');
    await buy('order-1');
    expect((await lookUp()).referral.completed_at).toBe(domain.clock.real());
  });

  it('is no code of another program', async () => {
    await domain.begin();
    expect(await outcomeOf(use())).toBe('not_found');
  });
});

describe('free shipping as an incentive', () => {
  it('is given to a friend, keeps its terms when the program changes, and is used once', async () => {
    const shipping = (max_shipping_minor: number | null) =>
      incentive(rewardDefinition({ properties: { kind: 'free_shipping_voucher', max_shipping_minor } }));
    await domain.begin({ settings: SETTINGS, ...shipping(1500) });
    referrer = await domain.customer({ email: 'rita@shop.example' });
    const given = await give('shipped@mail.example');
    await domain.change(shipping(700));
    const { terms, referral } = await lookUp(given);
    expect(terms).toEqual({ kind: 'free_shipping_voucher', max_shipping_minor: 1500 });
    expect(referral).toMatchObject({ currency: 'USD', currency_rate: 1 });
    await use('order-s', given);
    await expect(use('order-t', given)).rejects.toMatchObject({ code: 'voucher_already_used' });
  });
});
