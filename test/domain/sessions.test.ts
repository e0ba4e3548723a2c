import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/domain/core/transaction.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { SessionInput } from '../../src/domain/storefront/nothing-to-write.ts';
import { cartLine, platformCart, redeemedLine, session } from '../support/carts.ts';
import {
  productRewardDefinition,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const PAGE = { page_url: 'https://shop.example/mugs' };
const domain = testDomain();

const pageview = (rest: RuleSketch = {}) =>
  ruleDefinition({
    kind: 'pageview',
    properties: {},
    result: { kind: 'points', points: 5, per_currency_unit_minor: null },
    limit: { count: 1, interval: 'day' },
    ...rest,
  });

/** Joining gives 100, a page a day 5. */
async function begin(rest: Parameters<typeof domain.begin>[0] = {}) {
  await domain.begin({
    rules: [
      {
        key: 'join',
        definition: ruleDefinition({
          kind: 'join_program',
          properties: {},
          limit: { count: 1, interval: null },
          result: { kind: 'points', points: 100, per_currency_unit_minor: null },
        }),
      },
      { key: 'pageview', definition: pageview() },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition() },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
    ],
    ...rest,
  });
}

const AS_GUESTS = { settings: programSettings({ enrol_on_sight: false }) };

const visit = async (rest: Partial<SessionInput> = {}) => {
  const { customer_id } = await session(domain, rest);
  return domain.row(customer_id);
};
const names = async () => (await domain.rows('activities')).map(({ name }) => name);

describe('the first session of a customer', () => {
  it('creates it at the site, enrols it, and completes joining and looking at the page', async () => {
    await begin();
    expect(await visit({ email: 'Ada@shop.example', ...PAGE })).toMatchObject({
      merchant_id: '1001',
      email: 'Ada@shop.example',
      site_id: domain.program.sites.at(-1)!.id,
      enrolled_at: domain.clock.real(),
      points_approved: 105,
    });
    expect(await names()).toEqual(['$signup', '$pageview']);
    expect((await domain.rows('activities'))[1]).toMatchObject({ channel: 'web' });
  });

  it('leaves it a guest, who completes nothing, where the program does not enrol on sight', async () => {
    await begin(AS_GUESTS);
    expect(await visit(PAGE)).toMatchObject({ enrolled_at: null, points_approved: 0 });
    expect(await visit(PAGE)).toMatchObject({ enrolled_at: null, points_approved: 0 });
    expect(await names()).toEqual([]);
  });

  it.each([
    ['a%2Fb%20c', 'a/b c'],
    ['gid%3A%2F%2Fshop%2FCustomer%2F7', 'gid://shop/Customer/7'],
    ['100%25', '100%'],
    ['100%', '100%'],
    ['a%2', 'a%2'],
    ['%00', '%00'],
    ['plain', 'plain'],
  ])('given as %s creates %s', async (merchant_id, created) => {
    await begin();
    const customer = await visit({ merchant_id });
    expect(customer.merchant_id).toBe(created);
    expect((await visit({ merchant_id })).id).toBe(customer.id);
    expect((await visit({ merchant_id: created })).id).toBe(customer.id);
  });

  it('finds one whose id looks as if it were encoded twice, before it reads it as that', async () => {
    await begin();
    const { id } = await ensureCustomer(domain.deps, {
      program: domain.program,
      site: domain.program.sites.at(-1)!,
      merchant_id: 'a%2Fb',
    });
    expect((await visit({ merchant_id: 'a%2Fb' })).id).toBe(id);
    expect((await visit({ merchant_id: 'a/b' })).id).not.toBe(id);
  });

  it('is refused with the email of another, and leaves nothing', async () => {
    await begin();
    await visit({ email: 'ada@shop.example' });
    const other = { merchant_id: '1002', email: 'ADA@shop.example', ...PAGE, cart: platformCart([]) };
    expect(await outcomeOf(session(domain, other))).toBe('email_already_in_use');
    expect(await outcomeOf(session(domain, { ...other, email: null }))).toBe('done');
  });
});

describe('a later session', () => {
  it('leaves the customer as it is, its email included', async () => {
    await begin();
    const first = await visit({ email: 'ada@shop.example' });
    await visit({ merchant_id: '1002', email: 'bea@shop.example' });
    for (const email of ['other@shop.example', 'bea@shop.example', null]) {
      expect(await visit({ email, merchant_id: 'gid://shop/Customer/1001' })).toEqual(first);
    }
  });

  it('completes looking at pages as often as the limit allows, and not without a page', async () => {
    await begin();
    for (let i = 0; i < 3; i += 1) await visit(PAGE);
    expect((await visit()).points_approved).toBe(105);
    domain.clock.advance(DAY);
    expect((await visit()).points_approved).toBe(105);
    expect((await visit(PAGE)).points_approved).toBe(110);
    await domain.change({
      rules: [
        { key: 'pageview', definition: pageview({ limit: null }) },
        { key: 'off', definition: pageview({ enabled: false }) },
      ],
    });
    for (let i = 0; i < 3; i += 1) await visit(PAGE);
    expect((await visit()).points_approved).toBe(125);
  });

  it('gives the reward that looking at pages gives, while there is any', async () => {
    await begin({
      rules: [
        {
          key: 'pageview',
          definition: pageview({ limit: null, result: { kind: 'reward', reward_key: 'card' } }),
        },
      ],
      rewards: [{ key: 'card', definition: rewardDefinition({ stock: 1 }) }],
    });
    await visit(PAGE);
    await visit(PAGE);
    expect(await domain.claims()).toHaveLength(1);
    expect(await names()).toEqual(['$pageview']);
  });

  it('settles first what is due: points that returned are there before its cart is looked at', async () => {
    await begin();
    const { id } = await visit({ cart: platformCart([]) });
    await domain.claim('mug', { variant_id: '902', cart_id: 'cart' });
    domain.clock.advance(DAY);
    const { requested_cart_actions } = await session(domain, {
      cart: platformCart([redeemedLine((await domain.claims())[0]!.redemption_id!)]),
    });
    expect(requested_cart_actions).toHaveLength(1);
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, points_spent: 0 });
  });

  it('of a blocked customer completes nothing, while what lapses or leaves its cart returns its points', async () => {
    await begin();
    const { id } = await visit();
    const claim = () => domain.claim('mug', { variant_id: '902', cart_id: 'cart' });
    const { claimed_reward_id } = await claim();
    await claim();
    const seen = (await domain.claims()).find((claimed) => claimed.id === claimed_reward_id)!;
    await visit({ cart: platformCart([redeemedLine(seen.redemption_id!)]) });
    await domain.block(id);
    expect(await visit({ ...PAGE, cart: platformCart([]) })).toMatchObject({ points_approved: 90 });
    domain.clock.advance(DAY);
    expect(await visit(PAGE)).toMatchObject({ points_approved: 100, points_spent: 0 });
    expect(await names()).toEqual(['$signup']);
  });
});

describe('a session that changes nothing', () => {
  /** No transaction can be opened with it. */
  const reading = (): Deps => ({ ...domain.deps, db: undefined as never });

  it('is one read, without a lock', async () => {
    await begin();
    const cart = platformCart([cartLine()]);
    const before = await visit({ ...PAGE, cart });
    for (const rest of [{ ...PAGE, cart }, PAGE, { cart }, {}, { cart: { kind: 'empty' } as const }]) {
      const opened = await session(domain, rest, { deps: reading() });
      expect(opened).toMatchObject({ customer_id: before.id, requested_cart_actions: [] });
      expect(opened.customer!.row).toEqual(before);
    }
    expect(await domain.row(before.id)).toEqual(before);
  });

  it('is one read also of a guest and of a blocked customer', async () => {
    await begin(AS_GUESTS);
    const { id } = await visit(PAGE);
    await session(domain, PAGE, { deps: reading() });
    await domain.block(id);
    await session(domain, PAGE, { deps: reading() });
  });

  it('is one read also with a redemption in its cart, or on its way there', async () => {
    await begin();
    await visit();
    await domain.claim('mug', { variant_id: '902', cart_id: 'cart' });
    const { redemption_id } = (await domain.claims())[0]!;
    for (const cart of [platformCart([]), platformCart([redeemedLine(redemption_id!)])]) {
      await visit({ cart });
      const { customer } = await session(domain, { cart }, { deps: reading() });
      expect(customer!.cart_redemptions).toMatchObject([
        { redemption_id, cart: { redemption_ids: cart.lines.length > 0 ? [redemption_id] : [] } },
      ]);
    }
  });

  it('is more where anything differs', async () => {
    await begin();
    await visit({ ...PAGE, cart: platformCart([cartLine()]) });
    const writes = (rest: Partial<SessionInput>) =>
      expect(session(domain, rest, { deps: reading() })).rejects.toThrow(TypeError);
    await writes({ merchant_id: '1002' });
    domain.clock.advance(DAY);
    await writes(PAGE);
    await domain.claim('mug', { variant_id: '902', cart_id: 'cart' });
    domain.clock.advance(DAY);
    await writes({});
  });

  it('is one statement more where the cart alone differs', async () => {
    await begin();
    await visit({ ...PAGE, cart: platformCart([cartLine()]) });
    const differing = [
      platformCart([]),
      platformCart([cartLine({ quantity: 3 })]),
      platformCart([cartLine()], { total_minor: 1 }),
      platformCart([cartLine()], { id: 'other' }),
    ];
    for (const cart of differing) {
      const { customer } = await session(domain, { cart }, { deps: reading() });
      const { customer: again } = await session(domain, { cart }, { deps: reading() });
      expect(again!.stored_cart).toEqual(customer!.stored_cart);
      expect(again!.row.version).toBe(customer!.row.version + 1);
    }
  });

  it('says all the same what has to leave the cart', async () => {
    await begin();
    await visit();
    await domain.claim('mug', { variant_id: '902', cart_id: 'cart' });
    const { redemption_id } = (await domain.claims())[0]!;
    domain.clock.advance(DAY);
    const cart = platformCart([redeemedLine(redemption_id!)]);
    const first = await session(domain, { cart });
    const again = await session(domain, { cart });
    expect([first.customer, again.customer?.row.id]).toEqual([undefined, again.customer_id]);
    expect(again.requested_cart_actions).toEqual(first.requested_cart_actions);
    expect(again.requested_cart_actions).toHaveLength(1);
  });

  it('is told of within the transaction of its caller, where it changes something', async () => {
    await begin();
    const seen: number[] = [];
    const hooks = {
      begin: async () => {},
      beforeCommit: async (_tx: Tx, { customer_id }: { customer_id: number }) => {
        seen.push(customer_id);
      },
    };
    const { customer_id } = await session(domain, PAGE, { hooks });
    await session(domain, PAGE, { hooks });
    expect(seen).toEqual([customer_id]);
  });
});
