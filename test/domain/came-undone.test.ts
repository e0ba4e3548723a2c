import { describe, expect, it } from 'vitest';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { programSettings, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const DAY = 86_400_000;

const record = (rest: Partial<OrderInput>) => recordOrder(domain.deps, orderInput(domain.program, rest));
/** Says that the order stands after all. */
const correct = () => updateOrder(domain.deps, { ...orderUpdate(domain.program), correct: {} });

describe('an order that comes cancelled', () => {
  it('gives back what was used on it before it was known, once, to whoever had it', async () => {
    await domain.begin({
      rewards: [
        { key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 30 } }) },
        { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 50 } }) },
      ],
    });
    await domain.customer();
    const ann = await domain.customer({ merchant_id: 'ann' });
    await adjust(domain, ann.id, 100);
    const { voucher_code } = await domain.claim('voucher', {}, { customer: 'ann' });
    const { full_code } = await domain.claim('card', {}, { customer: 'ann' });
    const amount = { minor: 300, currency: 'USD' };
    const use = (code: string, order_merchant_id: string) =>
      useVoucher(domain.deps, { program: domain.program, code, order_merchant_id, amount });
    await use(voucher_code!, 'order-1');
    await use(full_code!, 'order-2');
    await use(full_code!, 'order-1');
    const [, card] = await domain.claims();
    const { initial_balance_minor } = card!;
    for (const _ of ['told', 'told again']) {
      await record({ cancelled: true });
      expect(await domain.claims()).toMatchObject([
        { state: 'void' },
        { state: 'approved', current_balance_minor: initial_balance_minor! - 300 },
      ]);
      expect((await domain.row(ann.id)).points_approved).toBe(50);
    }
    await record({ merchant_id: 'order-2', cancelled: true });
    expect(await domain.claims()).toMatchObject([{ state: 'void' }, { state: 'void' }]);
    expect((await domain.row(ann.id)).points_approved).toBe(100);
  });
});

describe('an order that is cancelled already', () => {
  it('takes no points for a reward that is to be used on it', async () => {
    const thing = rewardDefinition({
      cost: { kind: 'fixed', points: 30 },
      properties: {
        kind: 'custom',
        fulfillment_type: 'store_fulfillment',
        fulfillment_method: 'manual',
        fulfillment_webhook_url: null,
      },
    });
    await domain.begin({ rewards: [{ key: 'thing', definition: thing }] });
    const { id } = await domain.customer();
    await adjust(domain, id, 100);
    await record({ cancelled: true });
    const claimed = domain.claim('thing', { used_on_order: 'order-1' });
    await expect(claimed).rejects.toMatchObject({
      code: 'invalid_request',
      extra: { details: { 'usage.merchant_id': 'names an order that was refunded or cancelled' } },
    });
    expect([(await domain.row(id)).points_approved, await domain.claims()]).toEqual([100, []]);
  });
});

describe('an order that came cancelled by mistake and is corrected', () => {
  it('uses the vouchers that it names, of whoever has them, once', async () => {
    await domain.begin({
      rewards: [{ key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 30 } }) }],
    });
    await domain.customer();
    const ann = await domain.customer({ merchant_id: 'ann' });
    await adjust(domain, ann.id, 100);
    await domain.claim('voucher', {}, { customer: 'ann' });
    const { code } = (await domain.claims())[0]!;
    const discount_codes = [{ code: code!, amount_minor: 500 }];
    const { order_id } = await record({ cancelled: true, discount_codes });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'not_used' });
    await correct();
    const used = { state: 'approved', usage_status: 'used', used_by_order_id: order_id };
    expect((await domain.claims())[0]).toMatchObject(used);
    await updateOrder(domain.deps, orderUpdate(domain.program, { cancelled: true }));
    expect((await domain.claims())[0]).toMatchObject({ state: 'void' });
    await correct();
    expect((await domain.claims())[0]).toMatchObject({ state: 'void' });
  });

  it('completes the referral of its buyer', async () => {
    const referrals = {
      incentive_reward_key: null,
      requires_email: false,
      cap: null,
      daily_friends_per_address: 3,
    };
    const properties = { trigger: 'any_purchase', minimum_spend_minor: null } as const;
    await domain.begin({
      settings: programSettings({ referrals }),
      rules: [{ key: 'refer', definition: ruleDefinition({ kind: 'referral', properties }) }],
    });
    const { id, referral_id } = await domain.customer({ merchant_id: 'ann' });
    const { program } = domain;
    await ensureCustomer(domain.deps, { program, site: program.sites[0]!, merchant_id: '1001', referral_id });
    await record({ cancelled: true });
    await correct();
    expect((await domain.row(id)).points_approved).toBe(50);
    await updateOrder(domain.deps, orderUpdate(program, { cancelled: true }));
    expect((await domain.row(id)).points_approved).toBe(0);
    await correct();
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('is a purchase, so that points do not expire for want of one', async () => {
    const points_expiry = { mode: 'inactivity_since_purchase', duration_months: 1 } as const;
    await domain.begin({ settings: programSettings({ points_expiry }), rules: [] });
    const { id } = await domain.customer();
    await adjust(domain, id, 100);
    domain.clock.advance(20 * DAY);
    await record({ cancelled: true });
    await correct();
    domain.clock.advance(20 * DAY);
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).points_approved).toBe(100);
  });
});
