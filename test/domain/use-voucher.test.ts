import { describe, expect, it } from 'vitest';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { rewardDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain({ poolSize: 16 });

const use = (code: string, minor?: number, order_merchant_id = 'order-1') =>
  useVoucher(domain.deps, {
    program: domain.program,
    code,
    order_merchant_id,
    amount: minor === undefined ? undefined : { minor, currency: 'USD' },
  });

/** A customer with 5,000 points and a voucher, by its code. */
async function voucher(rest: Parameters<typeof voucherDefinition>[0] = {}): Promise<string> {
  await domain.begin({ rewards: [{ key: 'voucher', definition: voucherDefinition(rest) }] });
  await domain.customer({ points: 5_000 });
  await domain.claim('voucher');
  return (await domain.claims())[0]!.code!;
}

/** The same with a gift card of 10.00. */
async function giftCard(rest: Parameters<typeof rewardDefinition>[0] = {}): Promise<string> {
  await domain.begin({ rewards: [{ key: 'card', definition: rewardDefinition(rest) }] });
  await domain.customer({ points: 5_000 });
  return (await domain.claim('card')).full_code!;
}

describe('using a voucher', () => {
  it('happens once, of many at once', async () => {
    const code = await voucher();
    const outcomes = tally(atOnce(20, (index) => use(code, undefined, `order-${index}`)));
    expect(await outcomes).toEqual({ done: 1, voucher_already_used: 19 });
    expect((await domain.claims())[0]).toMatchObject({ usage_status: 'used', used_at: domain.clock.real() });
  });

  it('and giving it back exclude each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await voucher();
      const [claim] = await domain.claims();
      const outcomes = await Promise.all([
        outcomeOf(use(code)),
        outcomeOf(refundReward(domain.deps, { program: domain.program, claimed_reward_id: claim!.id })),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(['voucher_already_used', 'reward_already_used', 'reward_already_refunded']).toEqual(
        expect.arrayContaining(outcomes.filter((outcome) => outcome !== 'done')),
      );
    }
  });

  it('takes it however it is typed, and no code that nobody has', async () => {
    const code = await voucher();
    expect(await outcomeOf(use('NOBODYS'))).toBe('not_found');
    expect(await outcomeOf(use(` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)}`))).toBe('done');
  });

  it('is refused once it has lapsed, also where nobody has settled that yet', async () => {
    const code = await voucher({ auto_refund_seconds: 3600 });
    domain.clock.advance(DAY);
    expect(await outcomeOf(use(code))).toBe('reward_already_refunded');
  });

  it('is refused once it has expired', async () => {
    const code = await voucher({ expires_after_seconds: 3600 });
    domain.clock.advance(DAY);
    expect(await outcomeOf(use(code))).toBe('voucher_expired');
  });

  it('comes back with the order that it was used on, recorded before or after', async () => {
    for (const before of [true, false]) {
      const code = await voucher();
      const { id } = await domain.customer();
      const order = orderInput(domain.program);
      if (before) await recordOrder(domain.deps, order);
      await use(code, undefined, order.merchant_id);
      if (!before) {
        await recordOrder(domain.deps, {
          ...order,
          discount_codes: [{ code, amount_minor: 500 }],
        });
      }
      expect((await domain.row(id)).points_spent).toBe(500);
      await updateOrder(
        domain.deps,
        orderUpdate(domain.program, { refund_status: 'refunded', refunded_minor: 2000 }),
      );
      expect((await domain.row(id)).points_spent).toBe(0);
    }
  });
});

describe('using it on an order that was cancelled', () => {
  const cancelled = () => updateOrder(domain.deps, orderUpdate(domain.program, { cancelled: true }));

  it('is refused, and costs nobody anything', async () => {
    const code = await voucher();
    await recordOrder(domain.deps, orderInput(domain.program));
    await cancelled();
    expect(await outcomeOf(use(code))).toBe('invalid_request');
    expect((await domain.claims())[0]).toMatchObject({ state: 'approved', usage_status: 'not_used' });
  });

  it('is refused or comes back with it, when both come at once, also of another customer', async () => {
    for (let round = 0; round < 8; round += 1) {
      const code = await voucher();
      await recordOrder(domain.deps, orderInput(domain.program, { customer_id: 'another' }));
      const [used] = await Promise.all([outcomeOf(use(code)), cancelled()]);
      const [claim] = await domain.claims();
      expect([used, claim!.state]).toEqual(
        used === 'done' ? ['done', 'void'] : ['invalid_request', 'approved'],
      );
      expect((await domain.row(claim!.customer_id)).points_spent).toBe(used === 'done' ? 0 : 500);
    }
  });
});

describe('using something on an order that is not recorded yet', () => {
  const told = (rest: Partial<OrderInput>) =>
    recordOrder(domain.deps, orderInput(domain.program, { customer_id: 'another', ...rest }));
  const asUndone = () => told({ cancelled: true });
  const thenCancelled = async () => {
    await told({});
    await updateOrder(domain.deps, orderUpdate(domain.program, { cancelled: true }));
  };
  const thing = rewardOfKind('custom', {
    cost: { kind: 'fixed', points: 500 },
    properties: {
      kind: 'custom',
      fulfillment_type: 'store_fulfillment',
      fulfillment_method: 'manual',
      fulfillment_webhook_url: null,
    },
  });
  const ways: Record<string, () => Promise<() => Promise<unknown>>> = {
    'a voucher, in one statement': async () => {
      const code = await voucher();
      return () => use(code);
    },
    'a voucher, in the ordinary way': async () => {
      const code = await voucher();
      const input = { program: domain.program, code, order_merchant_id: 'order-1', amount: undefined };
      return () => useVoucher(domain.deps, input, ORDINARY);
    },
    'a gift card': async () => {
      const code = await giftCard();
      return () => use(code, 1_000);
    },
    'a reward that is claimed for it': async () => {
      await domain.begin({ rewards: [{ key: 'thing', definition: thing }] });
      await domain.customer({ points: 5_000 });
      return () => domain.claim('thing', { used_on_order: 'order-1' });
    },
  };

  it.each(
    Object.entries(ways).flatMap(([what, prepare]) => [
      { what, prepare, how: 'comes undone', undo: asUndone },
      { what, prepare, how: 'comes and is cancelled', undo: thenCancelled },
    ]),
  )('is given back or refused if the order $how at the same time ($what)', async ({ prepare, undo }) => {
    for (let round = 0; round < 20; round += 1) {
      const useIt = await prepare();
      const [used] = await Promise.all([outcomeOf(useIt()), undo()]);
      expect(['done', 'invalid_request']).toContain(used);
      const [claim] = await domain.claims();
      if (used === 'done') expect(claim).toMatchObject({ state: 'void' });
      else if (claim) expect(claim).toMatchObject({ state: 'approved', usage_status: 'not_used' });
    }
  });
});

describe('using a gift card', () => {
  it('never takes more than it holds, of many at once', async () => {
    const code = await giftCard();
    const outcomes = tally(atOnce(20, (index) => use(code, 300, `order-${index}`)));
    expect(await outcomes).toEqual({ done: 3, insufficient_balance: 17 });
    expect((await domain.claims())[0]).toMatchObject({
      usage_status: 'partially_used',
      current_balance_minor: 100,
    });
    await use(code, 100, 'last');
    expect(await outcomeOf(use(code, 1, 'more'))).toBe('voucher_already_used');
  });

  it('takes from it once for each order, also when the order names it', async () => {
    const code = await giftCard();
    await use(code, 300);
    expect(await outcomeOf(use(code, 300))).toBe('voucher_already_used');
    await recordOrder(
      domain.deps,
      orderInput(domain.program, { discount_codes: [{ code, amount_minor: 300 }] }),
    );
    expect((await domain.claims())[0]!.current_balance_minor).toBe(700);
  });

  it('needs an amount above nothing', async () => {
    const code = await giftCard();
    expect(await outcomeOf(use(code))).toBe('invalid_request');
    expect(await outcomeOf(use(code, 0))).toBe('invalid_request');
  });

  it('is refused past its date, also when it was used in part before', async () => {
    const code = await giftCard({ expires_after_seconds: 3600 });
    await use(code, 300);
    domain.clock.advance(DAY);
    expect(await outcomeOf(use(code, 300, 'order-2'))).toBe('voucher_expired');
  });
});

describe('handing over what was claimed', () => {
  const fulfil = async (customer_id: number, explanation: string | null = null) =>
    fulfilClaim(domain.deps, {
      program: domain.program,
      customer_id,
      claimed_reward_id: (await domain.claims())[0]!.id,
      explanation,
      by: TESTER,
    });

  it('keeps it from lapsing, and is noted once', async () => {
    const definition = rewardOfKind('custom', { auto_refund_seconds: 3600 });
    await domain.begin({ rewards: [{ key: 'lesson', definition }] });
    const { id } = await domain.customer({ points: 5_000 });
    await domain.claim('lesson');
    await Promise.all(atOnce(5, () => fulfil(id, 'At the counter')));
    const at = domain.clock.real();
    domain.clock.advance(DAY);
    await fulfil(id, 'Again');
    await domain.settle(id);
    expect((await domain.claims())[0]).toMatchObject({
      state: 'approved',
      fulfilled_at: at,
      fulfilment_explanation: 'At the counter',
    });
  });

  it('is refused of what has lapsed, of products, and of what another has', async () => {
    const definition = rewardOfKind('custom', { auto_refund_seconds: 3600 });
    await domain.begin({
      rewards: [
        { key: 'lesson', definition },
        { key: 'mug', definition: rewardOfKind('product_cart') },
      ],
    });
    const { id } = await domain.customer({ points: 5_000 });
    const other = await domain.customer({ merchant_id: '1002' });
    await domain.claim('lesson');
    domain.clock.advance(DAY);
    expect(await outcomeOf(fulfil(other.id))).toBe('not_found');
    expect(await outcomeOf(fulfil(id))).toBe('reward_already_refunded');
    const mug = await domain.claim('mug', { variant_id: '901', cart_id: 'cart' });
    const ofMug = { program: domain.program, customer_id: id, explanation: null };
    expect(
      await outcomeOf(
        fulfilClaim(domain.deps, { ...ofMug, claimed_reward_id: mug.claimed_reward_id, by: TESTER }),
      ),
    ).toBe('reward_kind_mismatch');
  });
});
