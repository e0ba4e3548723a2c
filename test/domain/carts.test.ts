import { describe, expect, it } from 'vitest';
import type { CartLine, GivenCart, PlatformCart } from '../../src/domain/claims/carts/cart.ts';
import type { RequestedCartAction } from '../../src/domain/claims/carts/plan-cart.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { cartLine, platformCart, redeemedLine, session } from '../support/carts.ts';
import { entryOf, productRewardDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const domain = testDomain();

type ProductTerms = Extract<RewardDefinition['properties'], { kind: 'product_cart' }>;

const COST = { kind: 'fixed', points: 10 } as const;

function product(terms: Partial<ProductTerms>, rest: Partial<RewardDefinition> = {}): RewardDefinition {
  const definition = productRewardDefinition({ cost: COST, ...rest });
  return { ...definition, properties: { ...(definition.properties as ProductTerms), ...terms } };
}

/** The demanding one wants a cart of 50.00 and three items. */
async function begin() {
  await domain.begin({
    rewards: [
      { key: 'mug', definition: product({}, { stock: 5 }) },
      {
        key: 'demanding',
        definition: product({
          cart_requirements: { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 },
        }),
      },
      { key: 'two_a_cart', definition: product({ max_redemptions_per_cart: 2 }) },
    ],
  });
  return domain.customer({ points: 100 });
}

/** Redeems a product into a cart, or into none; returns the redemption's id. */
async function redeem(key = 'mug', cart_id: string | null = 'cart'): Promise<string> {
  const { claimed_reward_id } = await domain.claim(key, { variant_id: '902', cart_id });
  return (await domain.claims()).find(({ id }) => id === claimed_reward_id)!.redemption_id!;
}

const give = async (cart: GivenCart) => (await session(domain, { cart })).requested_cart_actions;
const giveLines = (lines: CartLine[], rest: Partial<PlatformCart> = {}) => give(platformCart(lines, rest));

/** The state of the claim, and the customer's points. */
async function standing(redemptionId: string) {
  const { state, cart_id, customer_id } = (await domain.claims()).find(
    (claim) => claim.redemption_id === redemptionId,
  )!;
  const { points_approved, points_spent } = await domain.row(customer_id);
  return { state, cart_id, points_approved, points_spent };
}

const KEPT = { state: 'approved', cart_id: 'cart', points_approved: 90, points_spent: 10 };
const REFUNDED = { state: 'void', cart_id: 'cart', points_approved: 100, points_spent: 0 };

describe('a redemption whose line', () => {
  it('left its cart after it was seen there is refunded at once, with its stock', async () => {
    await begin();
    const id = await redeem();
    await giveLines([cartLine(), redeemedLine(id)]);
    expect(await standing(id)).toEqual(KEPT);
    expect(await domain.stock()).toMatchObject({ '': 4 });
    expect(await giveLines([cartLine()])).toEqual([]);
    expect(await standing(id)).toEqual(REFUNDED);
    expect(await domain.stock()).toMatchObject({ '': 5 });
  });

  it('never came is refunded 15 minutes after redeeming, and not before', async () => {
    await begin();
    const id = await redeem();
    await giveLines([cartLine()]);
    domain.clock.advance(15 * MINUTE - 1);
    await giveLines([cartLine()]);
    expect(await standing(id)).toEqual(KEPT);
    domain.clock.advance(1);
    await giveLines([cartLine()]);
    expect(await standing(id)).toEqual(REFUNDED);
  });

  it('came late stays', async () => {
    await begin();
    const id = await redeem();
    domain.clock.advance(3 * HOUR);
    await giveLines([redeemedLine(id)]);
    domain.clock.advance(3 * HOUR);
    await giveLines([redeemedLine(id)]);
    expect(await standing(id)).toEqual(KEPT);
  });

  it('is refunded once, whatever is given after', async () => {
    await begin();
    const id = await redeem();
    await giveLines([redeemedLine(id)]);
    for (let i = 0; i < 3; i += 1) await giveLines([]);
    expect(await standing(id)).toEqual(REFUNDED);
    expect(await domain.rows('transactions')).toHaveLength(3);
  });

  it('is in another cart, or in none that was given, is left alone', async () => {
    await begin();
    const id = await redeem();
    domain.clock.advance(HOUR);
    await giveLines([], { id: 'other' });
    await giveLines([redeemedLine(id)], { id: 'other' });
    await give({ kind: 'empty' });
    await session(domain);
    expect(await standing(id)).toEqual(KEPT);
  });

  it('an order has used stays used, also when it is gone from the cart', async () => {
    await begin();
    const id = await redeem();
    await giveLines([redeemedLine(id)]);
    const [claim] = await domain.claims();
    await recordOrder(domain.deps, orderInput(domain.program, { claimed_reward_ids: [claim!.id] }));
    expect(await giveLines([])).toEqual([]);
    expect(await giveLines([redeemedLine(id)])).toEqual([]);
    expect(await standing(id)).toEqual(KEPT);
    expect((await domain.claims())[0]!.usage_status).toBe('used');
  });
});

describe('a line that says it is a redemption', () => {
  const asked = (actions: RequestedCartAction[]) =>
    actions.map((action) => [action.kind, action.reason, action.line.id]);

  it('of another quantity is to be set to the one that was redeemed, and stays seen', async () => {
    await begin();
    const id = await redeem();
    const line = redeemedLine(id, { quantity: 5 });
    for (let i = 0; i < 2; i += 1) {
      expect(await giveLines([line])).toEqual([
        {
          kind: 'set_cart_line',
          reason: 'redemption_quantity_mismatch',
          quantity: 1,
          line,
          redemption_id: id,
        },
      ]);
    }
    expect(await standing(id)).toEqual(KEPT);
    expect(await giveLines([redeemedLine(id)])).toEqual([]);
    await giveLines([]);
    expect(await standing(id)).toEqual(REFUNDED);
  });

  it('of other merchandise is to go, and does not keep the redemption in the cart', async () => {
    const { id: customer } = await begin();
    const id = await redeem();
    const wrong = redeemedLine(id, { id: 'wrong', merchandise_id: '901' });
    expect(asked(await giveLines([wrong]))).toEqual([
      ['remove_cart_line', 'redemption_merchandise_mismatch', 'wrong'],
    ]);
    expect((await load(customer)).cart_redemptions).toMatchObject([
      { seen_in_cart_at: null, cart: { redemption_ids: [] } },
    ]);
    expect(await standing(id)).toEqual(KEPT);
    domain.clock.advance(15 * MINUTE);
    await giveLines([wrong]);
    expect(await standing(id)).toEqual(REFUNDED);
    expect(asked(await giveLines([wrong]))).toEqual([['remove_cart_line', 'redemption_expired', 'wrong']]);
  });

  it('stands once: the line that is what was redeemed stays, the others are to go', async () => {
    await begin();
    const id = await redeem();
    const lines = [
      redeemedLine(id, { id: 'five', quantity: 5 }),
      redeemedLine(id, { id: 'own', merchandise_id: 'gid://shop/ProductVariant/902' }),
      redeemedLine(id, { id: 'again' }),
      redeemedLine(id, { id: 'wrong', merchandise_id: '901' }),
    ];
    expect(asked(await giveLines(lines))).toEqual([
      ['remove_cart_line', 'redemption_repeated', 'five'],
      ['remove_cart_line', 'redemption_repeated', 'again'],
      ['remove_cart_line', 'redemption_merchandise_mismatch', 'wrong'],
    ]);
    expect(asked(await giveLines([lines[0]!, lines[3]!]))).toEqual([
      ['remove_cart_line', 'redemption_merchandise_mismatch', 'wrong'],
      ['set_cart_line', 'redemption_quantity_mismatch', 'five'],
    ]);
    expect(await standing(id)).toEqual(KEPT);
  });

  it('is one redemption, the first that it names', async () => {
    await begin();
    const [one, other] = [await redeem(), await redeem()];
    const both = [one, other].map((value) => ({ key: '_loyalty_redemption_id', value }));
    await giveLines([redeemedLine(one, { attributes: both })]);
    domain.clock.advance(15 * MINUTE);
    await giveLines([redeemedLine(one, { attributes: both })]);
    expect([(await standing(one)).state, (await standing(other)).state]).toEqual(['approved', 'void']);
  });
});

describe('a cart that does not meet what a redemption in it requires', () => {
  const full = [cartLine({ quantity: 3 })];

  it('loses it: the points return and the line is to be removed, once for the requirements, then as expired', async () => {
    await begin();
    const id = await redeem('demanding');
    const line = redeemedLine(id);
    expect(await giveLines([...full, line], { total_minor: 5000 })).toEqual([]);
    const action = { kind: 'remove_cart_line', line, redemption_id: id };
    const small = { total_minor: 4999 };
    expect(await giveLines([...full, line], small)).toEqual([
      { ...action, reason: 'redemption_cart_requirements_not_met' },
    ]);
    expect(await standing(id)).toEqual(REFUNDED);
    expect(await giveLines([...full, line], small)).toEqual([{ ...action, reason: 'redemption_expired' }]);
    expect(await giveLines(full, small)).toEqual([]);
  });

  it('has too few items where only redeemed products make up the number', async () => {
    await begin();
    const id = await redeem('demanding');
    const other = await redeem('mug');
    const lines = [cartLine({ quantity: 2 }), redeemedLine(id), redeemedLine(other)];
    expect((await giveLines(lines)).map(({ redemption_id }) => redemption_id)).toEqual([id]);
    expect(await standing(other)).toMatchObject({ state: 'approved', points_approved: 90 });
  });

  it('is no matter before the line is in it', async () => {
    await begin();
    const id = await redeem('demanding');
    expect(await giveLines([], { total_minor: 0 })).toEqual([]);
    expect(await standing(id)).toEqual(KEPT);
  });

  it('is held against what was required when it was redeemed', async () => {
    await begin();
    const id = await redeem('demanding');
    await domain.change({ rewards: [{ key: 'demanding', definition: product({}) }] });
    await giveLines([redeemedLine(id)], { total_minor: 0 });
    expect(await standing(id)).toEqual(REFUNDED);
  });
});

describe('a redemption that has ended', () => {
  it('by its lapse is settled first and its line to be removed, in the same session and for ever after', async () => {
    await begin();
    const id = await redeem();
    await giveLines([redeemedLine(id)]);
    domain.clock.advance(24 * HOUR);
    const action = {
      kind: 'remove_cart_line',
      reason: 'redemption_expired',
      line: redeemedLine(id),
      redemption_id: id,
    };
    expect(await giveLines([redeemedLine(id)])).toEqual([action]);
    expect(await standing(id)).toEqual(REFUNDED);
    expect(await giveLines([redeemedLine(id)])).toEqual([action]);
  });

  it('is to be removed from whatever cart it is in', async () => {
    await begin();
    const id = await redeem();
    domain.clock.advance(24 * HOUR);
    expect(await giveLines([redeemedLine(id)], { id: 'other' })).toHaveLength(1);
  });
});

describe('a redemption of somebody else', () => {
  it('is neither asked about nor touched', async () => {
    await begin();
    const id = await redeem();
    await giveLines([redeemedLine(id)]);
    const stranger = { merchant_id: 'stranger' };
    await session(domain, { ...stranger, cart: platformCart([]) });
    const { requested_cart_actions } = await session(domain, {
      ...stranger,
      cart: platformCart([redeemedLine(id)]),
    });
    expect(requested_cart_actions).toEqual([]);
    expect(await standing(id)).toEqual(KEPT);
    domain.clock.advance(24 * HOUR);
    await domain.settle((await domain.claims())[0]!.customer_id);
    const after = await session(domain, { ...stranger, cart: platformCart([redeemedLine(id)]) });
    expect(after.requested_cart_actions).toEqual([]);
  });
});

describe('a product that was claimed without a cart', () => {
  it('is linked to the cart that is given first, and has 15 minutes from then on', async () => {
    const { id: customer } = await begin();
    const id = await redeem('mug', null);
    domain.clock.advance(2 * HOUR);
    await session(domain);
    await give({ kind: 'empty' });
    expect((await load(customer)).cart_redemptions).toEqual([]);
    await giveLines([]);
    expect(await standing(id)).toEqual(KEPT);
    expect((await load(customer)).cart_redemptions).toMatchObject([{ redemption_id: id, cart_id: 'cart' }]);
    domain.clock.advance(15 * MINUTE - 1);
    await giveLines([], { id: 'other' });
    await giveLines([]);
    expect(await standing(id)).toEqual(KEPT);
    domain.clock.advance(1);
    await giveLines([]);
    expect(await standing(id)).toEqual(REFUNDED);
  });

  it('is in the cart at once where its line is', async () => {
    const { id: customer } = await begin();
    const id = await redeem('mug', null);
    await giveLines([redeemedLine(id)]);
    expect((await load(customer)).cart_redemptions[0]!.seen_in_cart_at).toBe(domain.clock.real());
    await giveLines([]);
    expect(await standing(id)).toEqual(REFUNDED);
  });
});

const load = (customer_id: number, cart?: GivenCart): Promise<StorefrontCustomer> =>
  loadStorefrontCustomer(domain.deps, {
    program: domain.program,
    customer_id,
    channel: 'web',
    country: 'US',
    cart: cart ?? null,
  });

describe('the stored state of a cart', () => {
  it('is what was last given for its id, and stays with the redemptions in it', async () => {
    const { id: customer } = await begin();
    await giveLines([cartLine({ quantity: 2 })], { total_minor: 4200 });
    const id = await redeem();
    expect((await load(customer)).cart_redemptions[0]!.cart).toEqual({
      total_minor: 4200,
      item_count: 2,
      redemption_ids: [],
    });
    await giveLines([redeemedLine(id)], { total_minor: 0 });
    await giveLines([cartLine()], { id: 'other' });
    await give({ kind: 'empty' });
    const { claims, cart_redemptions } = await load(customer);
    const cart = { total_minor: 0, item_count: 0, redemption_ids: [id] };
    expect([claims[0]!.cart, cart_redemptions[0]!.cart]).toEqual([cart, cart]);
  });

  it('is forgotten a month after, once the customer begins another, but for one with a redemption', async () => {
    await begin();
    await domain.change({ rewards: [{ key: 'mug', definition: product({}, { auto_refund_seconds: 9e6 }) }] });
    const id = await redeem('mug', 'kept');
    await giveLines([redeemedLine(id)], { id: 'kept' });
    await giveLines([], { id: 'old' });
    const carts = async () =>
      (
        await domain.deps.db
          .selectFrom('carts')
          .select('cart_id')
          .where('program_id', '=', domain.program.id)
          .orderBy('cart_id')
          .execute()
      ).map(({ cart_id }) => cart_id);
    domain.clock.advance(30 * 24 * HOUR);
    await giveLines([], { id: 'new' });
    expect(await carts()).toEqual(['kept', 'new', 'old']);
    domain.clock.advance(1);
    await giveLines([], { id: 'newer' });
    expect(await carts()).toEqual(['kept', 'new', 'newer']);
  });
});

describe('whether a reward can be redeemed into the cart that a request brings', () => {
  const canRedeem = async (customer: number, cart?: GivenCart) =>
    Object.fromEntries(
      (await load(customer, cart)).rewards.map(({ reward, can_redeem }) => [reward.key, can_redeem]),
    );
  const REDEEMABLE = { state: 'redeemable' };

  it('is not known of one with requirements where it brings none', async () => {
    const { id } = await begin();
    expect(await canRedeem(id)).toEqual({
      mug: REDEEMABLE,
      demanding: { state: 'unknown' },
      two_a_cart: REDEEMABLE,
    });
  });

  it('depends on what is in it', async () => {
    const { id } = await begin();
    expect(await canRedeem(id, platformCart([cartLine({ quantity: 3 })]))).toMatchObject({
      demanding: REDEEMABLE,
    });
    expect(await canRedeem(id, platformCart([cartLine()], { total_minor: 1000 }))).toEqual({
      mug: REDEEMABLE,
      demanding: {
        state: 'cart_requirements_not_met',
        cart_requirements_detail: {
          minimum_cart_total: { state: 'requirement_not_met', required_minor: 5000, total_minor: 1000 },
          minimum_line_item_quantity: { state: 'requirement_not_met', additional_quantity: 1 },
        },
      },
      two_a_cart: REDEEMABLE,
    });
    expect((await canRedeem(id, { kind: 'empty' })).demanding!.state).toBe('cart_requirements_not_met');
  });

  it('ends with as many as the cart may hold, of that reward and in that cart', async () => {
    const { id } = await begin();
    await redeem('two_a_cart');
    await redeem('two_a_cart', 'other');
    await redeem('mug');
    expect((await canRedeem(id, platformCart([]))).two_a_cart).toEqual(REDEEMABLE);
    await redeem('two_a_cart');
    expect((await canRedeem(id, platformCart([]))).two_a_cart).toEqual({
      state: 'max_redemptions_for_cart_reached',
    });
    expect((await canRedeem(id, platformCart([], { id: 'other' }))).two_a_cart).toEqual(REDEEMABLE);
    expect((await canRedeem(id)).two_a_cart).toEqual(REDEEMABLE);
  });

  it('comes after what the customer lacks', async () => {
    const { id } = await begin();
    await domain.change({
      rewards: [
        {
          key: 'demanding',
          definition: product(
            {
              cart_requirements: { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 },
              max_redemptions_per_cart: 0,
            },
            { cost: { kind: 'fixed', points: 101 } },
          ),
        },
      ],
    });
    expect(entryOf(domain.program.rewards, 'demanding').enabled).toBe(true);
    expect(await canRedeem(id, platformCart([]))).toEqual({
      demanding: { state: 'insufficient_points', additional_points_required: 1 },
    });
    await domain.change({
      rewards: [
        {
          key: 'demanding',
          definition: product({
            cart_requirements: { minimum_cart_total_minor: 5000, minimum_line_item_count: 3 },
            max_redemptions_per_cart: 0,
          }),
        },
      ],
    });
    expect(await canRedeem(id, platformCart([]))).toEqual({
      demanding: { state: 'max_redemptions_for_cart_reached' },
    });
  });
});
