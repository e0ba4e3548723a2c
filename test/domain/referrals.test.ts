import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { OrderUpdate } from '../../src/domain/orders/update-order-in.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ReferralSettings } from '../../src/domain/programs/program-settings.ts';
import { type ReportRequest, readReport } from '../../src/domain/reports/read-report.ts';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import { examples } from '../support/docs.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { programSettings, ruleDefinition, siteDefinition, tierDefinition } from '../support/factories.ts';
import { erase, merge } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const DAY = 86_400_000;

let referrer: CustomerRow;
beforeEach(() => begin());

/** A program whose customers refer friends, the first of them 1001, who has bought nothing. */
async function begin(
  settings: Partial<ReferralSettings> | null = {},
  rest: Partial<ProgramDefinition> = {},
): Promise<void> {
  await domain.begin({
    settings: programSettings({
      referrals: settings && {
        incentive_reward_key: 'ten-off',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 3,
        ...settings,
      },
    }),
    rules: [
      {
        key: 'refer',
        definition: ruleDefinition({
          kind: 'referral',
          properties: { trigger: 'any_purchase', minimum_spend_minor: null },
          result: { kind: 'points', points: 300, per_currency_unit_minor: null },
        }),
      },
    ],
    rewards: [{ key: 'ten-off', definition: voucherDefinition({ enabled: false }) }],
    ...rest,
  });
  referrer = await domain.customer({ email: 'Rita@shop.example' });
}

const referralRule = (
  trigger: 'any_purchase' | 'qualifying_purchase',
  minimum_spend_minor: number | null,
  points = 300,
) =>
  ruleDefinition({
    kind: 'referral',
    properties: { trigger, minimum_spend_minor },
    result: { kind: 'points', points, per_currency_unit_minor: null },
  });

interface Asking {
  email?: string | null;
  ip?: string;
  agent?: string | null;
  of?: CustomerRow;
  deps?: Deps;
}

async function ask({
  email = 'Fred@mail.example',
  ip = '203.0.113.7',
  agent = 'Firefox',
  of,
  deps,
}: Asking = {}) {
  const { program } = domain;
  const referee = { email, ip_address: ip, user_agent: agent };
  const { referral_id } = of ?? referrer;
  const given = await giveIncentive(deps ?? domain.deps, { program, referral_id, referee });
  return given.code;
}

const refusal = (asking: Asking) => outcomeOf(ask(asking));

function order(rest: Parameters<typeof orderInput>[1] = {}, deps = domain.deps) {
  return recordOrder(deps, orderInput(domain.program, { customer_id: '2002', ...rest }));
}

const withCode = (code: string) => ({ discount_codes: [{ code, amount_minor: 500 }] });

async function points(customer = referrer) {
  const { points_approved, points_pending } = await domain.row(customer.id);
  return [points_approved, points_pending];
}

function referrals() {
  return domain.deps.db
    .selectFrom('referrals')
    .selectAll()
    .where('program_id', '=', domain.program.id)
    .orderBy('id')
    .execute();
}

const friend = () =>
  ensureCustomer(domain.deps, {
    program: domain.program,
    site: domain.program.sites.at(-1)!,
    merchant_id: '2002',
  });

describe("a friend's incentive", () => {
  it('is a code, the same again for the same email however it is written, and another for another friend', async () => {
    const code = await ask();
    expect(code).toMatch(/^[0-9A-Z]{12}$/);
    expect(await ask({ email: 'FRED@mail.example', ip: '2001:db8::1', agent: null })).toBe(code);
    expect(await ask({ email: 'Frida@mail.example' })).not.toBe(code);
    expect(await referrals()).toHaveLength(2);
  });

  it('is the same for the same address and browser where no email is known', async () => {
    const code = await ask({ email: null });
    expect(await ask({ email: null })).toBe(code);
    expect(await ask({ email: null, agent: 'Safari' })).not.toBe(code);
    expect(await ask({ email: null, ip: '203.0.113.8' })).not.toBe(code);
    const ofNobody = await ask({ email: null, ip: '2001:db8:1:2::9', agent: null });
    expect(await ask({ email: null, ip: '2001:0db8:0001:0002:ffff::1', agent: '' })).toBe(ofNobody);
  });

  it('stays the same through the link of another customer, whose friend it does not become', async () => {
    const other = await domain.customer({ merchant_id: '1002' });
    const code = await ask();
    expect(await ask({ of: other })).toBe(code);
    expect((await referrals()).map((referral) => referral.referrer_id)).toEqual([referrer.id]);
  });

  it('stays the same once the friend has become a customer and bought', async () => {
    const code = await ask();
    await order({ ...withCode(code), customer_email: 'fred@mail.example' });
    expect(await ask()).toBe(code);
  });

  it('keeps neither the address nor the browser in clear, in the database or the log', async () => {
    await ask({ email: null, agent: 'Very-Special-Browser' });
    const text = JSON.stringify(await referrals()) + domain.logged.join();
    expect(text).not.toMatch(/203\.0\.113\.7|Very-Special/);
    expect((await referrals())[0]!.address_key).toHaveLength(32);
  });

  it('is made by the pattern of its reward', async () => {
    const codes = { kind: 'generated', pattern: 'FRIEND-?????-######' } as const;
    await begin({}, { rewards: [{ key: 'ten-off', definition: voucherDefinition({ codes }) }] });
    expect(await ask()).toMatch(/^FRIEND-[A-Z]{5}-[2-9]{6}$/);
  });

  it.each<[string, Partial<ReferralSettings> | null, Asking]>([
    ['referrals_not_enabled', null, {}],
    ['referee_email_required', { requires_email: true }, { email: null }],
    ['invalid_referee', {}, { email: 'rita@SHOP.example' }],
    ['no_vouchers_available', { incentive_reward_key: null }, {}],
    ['fraud_detected', { daily_friends_per_address: 0 }, {}],
    ['referral_cap_reached', { cap: { count: 0, interval: null } }, {}],
    ['invalid_request', {}, { ip: '203.0.113' }],
    ['invalid_request', {}, { email: 'fred' }],
  ])('is refused as %s', async (code, settings, asking) => {
    await begin(settings);
    expect(await refusal(asking)).toBe(code);
    expect(await referrals()).toEqual([]);
  });

  it('names what is wrong with the address and with the email at once', async () => {
    const wrong = ask({ ip: 'here', email: 'a b@c' });
    await expect(wrong).rejects.toMatchObject({
      extra: { details: { ip_address: expect.any(String), referee_email: expect.any(String) } },
    });
  });

  it('is not for customers that the program has already', async () => {
    await domain.customer({ merchant_id: '1002', email: 'Fred@Mail.example' });
    expect(await refusal({})).toBe('invalid_referee');
  });

  it('comes only by the link of an enrolled customer who is not blocked', async () => {
    expect(await refusal({ of: { ...referrer, referral_id: 'N0B0DY000000' } })).toBe('invalid_referral_id');
    await domain.change({ settings: { ...domain.program.settings, enrol_on_sight: false } });
    const guest = await domain.customer({ merchant_id: '1002' });
    expect(await refusal({ of: guest })).toBe('invalid_referral_id');
    await domain.block(referrer.id);
    expect(await refusal({})).toBe('invalid_referral_id');
  });

  it('is out of stock where its reward is', async () => {
    await begin({}, { rewards: [{ key: 'ten-off', definition: voucherDefinition({ stock: 1 }) }] });
    await ask();
    expect(await refusal({ email: 'another@mail.example' })).toBe('no_vouchers_available');
    expect(await ask()).toBeTypeOf('string');
  });
});

describe('the limits of referring', () => {
  const asFriend = (index: number, rest: Asking = {}) =>
    ask({ email: `friend-${index}@mail.example`, ip: `198.51.100.${index}`, ...rest });

  const bought = async (index: number) =>
    order({ customer_id: `f-${index}`, merchant_id: `of-${index}`, ...withCode(await asFriend(index)) });

  it('do not count strangers whose emails somebody gave: the cap is of friends who buy', async () => {
    await begin({ cap: { count: 1, interval: null } });
    for (const index of [1, 2, 3]) await asFriend(index);
    await bought(4);
    expect(await points()).toEqual([300, 0]);
    expect(await outcomeOf(asFriend(5))).toBe('referral_cap_reached');
    // Its friend keeps the code that it was given; nobody is paid for it.
    await bought(2);
    expect(await points()).toEqual([300, 0]);
  });

  it('let so many codes be given out through one link in a day at home', async () => {
    await begin({ daily_codes_per_customer: 2 });
    const other = await domain.customer({ merchant_id: '1002' });
    expect(await tally(atOnce(6, (index) => asFriend(index)))).toEqual({ done: 2, fraud_detected: 4 });
    expect(await outcomeOf(asFriend(7, { of: other }))).toBe('done');
    domain.turnTo('2026-01-15T05:00:00Z');
    expect(await outcomeOf(asFriend(8))).toBe('done');
    // A program that says nothing of it has a limit too.
    await begin({ daily_friends_per_address: 100 });
    const many = atOnce(60, (index) => asFriend(index, { ip: '192.0.2.9' }));
    expect(await tally(many)).toEqual({ done: 50, fraud_detected: 10 });
  });

  it('pay as many friends as the cap says, however many of them buy at once', async () => {
    await begin({ cap: { count: 3, interval: null } });
    const codes = await Promise.all(atOnce(10, (index) => asFriend(index)));
    const orders = codes.map((code, index) =>
      order({ customer_id: `f-${index}`, merchant_id: `of-${index}`, ...withCode(code) }),
    );
    expect(await tally(orders)).toEqual({ done: 10 });
    expect(await points()).toEqual([900, 0]);
  });

  it('cap the friends of a customer within the interval at home, and no other customer’s', async () => {
    await begin({ cap: { count: 2, interval: 'month' } });
    const other = await domain.customer({ merchant_id: '1002' });
    await bought(1);
    await bought(2);
    expect(await outcomeOf(asFriend(3))).toBe('referral_cap_reached');
    expect(await asFriend(1)).toBeTypeOf('string');
    expect(await outcomeOf(asFriend(4, { of: other }))).toBe('done');
    domain.turnTo('2026-02-01T04:59:59.999Z');
    expect(await outcomeOf(asFriend(3))).toBe('referral_cap_reached');
    domain.turnTo('2026-02-01T05:00:00Z');
    expect(await outcomeOf(asFriend(3))).toBe('done');
  });

  it('let so many friends come from an address in a day at home, whoever referred them', async () => {
    const other = await domain.customer({ merchant_id: '1002' });
    const here = { ip: '192.0.2.1' };
    await asFriend(1, here);
    await asFriend(2, { ...here, of: other });
    await asFriend(3, { ip: '::ffff:192.0.2.1' });
    expect(await outcomeOf(asFriend(4, here))).toBe('fraud_detected');
    expect(await asFriend(1, here)).toBeTypeOf('string');
    expect(await outcomeOf(asFriend(5, { ip: '192.0.2.2' }))).toBe('done');
    domain.turnTo('2026-01-15T05:00:00Z');
    expect(await outcomeOf(asFriend(4, here))).toBe('done');
  });

  it('hold however many ask at once, through whosever links', async () => {
    await begin({ daily_codes_per_customer: 5, daily_friends_per_address: 100 });
    expect(await tally(atOnce(12, (index) => asFriend(index)))).toEqual({ done: 5, fraud_detected: 7 });
    const others = await Promise.all(atOnce(4, (index) => domain.customer({ merchant_id: `300${index}` })));
    await domain.change({
      settings: programSettings({
        referrals: { ...domain.program.settings.referrals!, daily_friends_per_address: 3 },
      }),
    });
    const fromOne = atOnce(12, (index) => asFriend(100 + index, { ip: '192.0.2.9', of: others[index % 4]! }));
    expect(await tally(fromOne)).toEqual({ done: 3, fraud_detected: 9 });
  });
});

describe('friends who ask at once', () => {
  it('get one code each, however often and through whosever link they ask', async () => {
    const other = await domain.customer({ merchant_id: '1002' });
    const codes = await Promise.all(atOnce(12, (index) => ask({ of: index % 2 ? other : referrer })));
    expect(new Set(codes).size).toBe(1);
    expect(await referrals()).toHaveLength(1);
  });

  it('empty a pool to the last code, and a code that is given again is not taken again', async () => {
    await begin(
      { daily_friends_per_address: 1_000 },
      { rewards: [{ key: 'ten-off', definition: voucherDefinition({ codes: { kind: 'pool' } }) }] },
    );
    const lines = async function* () {
      for (let number = 1; number <= 8; number += 1) yield `FRIEND-${number}`;
    };
    const program_key = domain.program.key;
    await importCodes(domain.deps, { program_key, reward_key: 'ten-off', lines: lines(), by: TESTER });
    const asking = (index: number) => ask({ email: `friend-${index % 10}@mail.example` });
    const outcomes = await Promise.all(atOnce(20, (index) => asking(index).catch((error) => error.code)));
    const given = new Set(outcomes.filter((outcome) => outcome !== 'no_vouchers_available'));
    expect([...given].sort()).toEqual(Array.from({ length: 8 }, (_, index) => `FRIEND-${index + 1}`));
    expect(await referrals()).toHaveLength(8);
    expect(domain.logged.join()).toContain('there is no voucher left for referred friends');
  });
});

describe('a friend who buys', () => {
  it('completes the referral: the customer who referred it gets what the rule gives, once', async () => {
    const code = await ask();
    const { order_id, customer_id } = await order(withCode(` ${code.toLowerCase()}`));
    expect(await points()).toEqual([300, 0]);
    const [activity] = await domain.rows('activities');
    expect(activity).toMatchObject({
      customer_id: referrer.id,
      resource: 'referral',
      order_id,
      value: 300,
      state: 'approved',
    });
    expect(await referrals()).toMatchObject([
      { referee_id: customer_id, order_id, activity_id: activity!.id, completed_at: domain.clock.real() },
    ]);
    expect((await domain.row(customer_id)).referred_by).toBe(referrer.id);
    await order({ merchant_id: 'order-2', ...withCode(code) });
    expect(await points()).toEqual([300, 0]);
  });

  it.each([
    ["the order's email", { customer_email: 'FRED@mail.example' }],
    ['the code alone', { customer_email: 'fred.at.work@mail.example' }],
  ])('is recognised by %s', async (by, rest) => {
    const code = await ask();
    await order({ ...rest, ...(by.includes('code') && withCode(code)) });
    expect(await points()).toEqual([300, 0]);
  });

  it('is recognised by the email of the customer that it became', async () => {
    await ask();
    const { program } = domain;
    await ensureCustomer(domain.deps, {
      program,
      site: program.sites.at(-1)!,
      merchant_id: '2002',
      email: 'fred@mail.example',
    });
    await order();
    expect(await points()).toEqual([300, 0]);
  });

  it('is recognised as whom a link brought where it was given no incentive', async () => {
    const { program } = domain;
    const { id } = await ensureCustomer(domain.deps, {
      program,
      site: program.sites.at(-1)!,
      merchant_id: '2002',
      referral_id: referrer.referral_id,
    });
    await order();
    await order({ merchant_id: 'order-2' });
    expect(await points()).toEqual([300, 0]);
    expect(await referrals()).toMatchObject([{ referee_id: id, code: null, address_key: null }]);
  });

  it('counts for the one whose code it used, where its email has another’s', async () => {
    const other = await domain.customer({ merchant_id: '1002' });
    await ask({ email: 'fred@mail.example' });
    const code = await ask({ email: 'fred@work.example', of: other });
    await order({ ...withCode(code), customer_email: 'fred@mail.example' });
    expect([await points(), await points(other)]).toEqual([
      [0, 0],
      [300, 0],
    ]);
    await order({ merchant_id: 'order-2', customer_email: 'fred@mail.example' });
    expect(await points()).toEqual([0, 0]);
  });

  it('brings nothing to whoever buys with the code of its own friends', async () => {
    const code = await ask();
    await order({ customer_id: '1001', ...withCode(code) });
    expect(await points()).toEqual([0, 0]);
    expect((await referrals())[0]!.completed_at).toBeNull();
  });

  it('brings nothing where it was a customer before it was referred', async () => {
    await friend();
    domain.clock.advance(1);
    const code = await ask();
    await order({ ...withCode(code), customer_email: 'fred@mail.example' });
    expect(await points()).toEqual([0, 0]);
  });

  it.each([
    ['the customer whose link it was', 'RITA@shop.example'],
    ['a customer of before', 'old@shop.example'],
  ])('brings nothing where it is %s under another id', async (_who, customer_email) => {
    await domain.customer({ merchant_id: '1002', email: 'old@shop.example' });
    domain.clock.advance(1);
    const code = await ask({ email: null });
    await order({ ...withCode(code), customer_email });
    expect(await points()).toEqual([0, 0]);
  });

  it('brings nothing with an order that it placed before', async () => {
    await ask();
    await order({ customer_email: 'fred@mail.example', date: domain.clock.real() - DAY });
    expect(await points()).toEqual([0, 0]);
    await order({ customer_email: 'fred@mail.example', merchant_id: 'order-2' });
    expect(await points()).toEqual([300, 0]);
  });

  it('brings nothing before it has paid', async () => {
    const code = await ask();
    await order({ ...withCode(code), payment_status: 'partially_paid', paid_minor: 100 });
    expect(await points()).toEqual([0, 0]);
    await order({ ...withCode(code), merchant_id: 'order-2' });
    expect(await points()).toEqual([300, 0]);
  });

  it.each(['referrer', 'friend'])('brings nothing where the %s is blocked', async (who) => {
    const code = await ask();
    await domain.block(who === 'friend' ? (await friend()).id : referrer.id);
    await order(withCode(code));
    expect(await points()).toEqual([0, 0]);
    expect((await referrals())[0]!.completed_at).toBeNull();
  });

  it('counts as brought by its email where the code that it used is of a friend of its own', async () => {
    await ask({ email: 'bea@mail.example' });
    const bea = await domain.customer({ merchant_id: '2002', email: 'bea@mail.example' });
    const code = await ask({ of: bea });
    await order(withCode(code));
    expect([await points(), await points(bea)]).toEqual([
      [300, 0],
      [0, 0],
    ]);
  });

  it('brings nothing once the program has no referrals any more', async () => {
    const code = await ask();
    await domain.change({ settings: programSettings() });
    await order(withCode(code));
    expect(await points()).toEqual([0, 0]);
  });
});

describe('the rules of referring', () => {
  it('wait for an order that is large enough, shipping aside', async () => {
    const rules = [{ key: 'refer', definition: referralRule('qualifying_purchase', 5000) }];
    await begin({}, { rules });
    const code = await ask();
    await order({ ...withCode(code), total_minor: 5499, shipping_minor: 500 });
    expect(await points()).toEqual([0, 0]);
    expect((await referrals())[0]!.completed_at).toBeNull();
    await order({ merchant_id: 'order-2', ...withCode(code), total_minor: 5500, shipping_minor: 500 });
    expect(await points()).toEqual([300, 0]);
  });

  it('give all that the first order qualifies for, and nothing more for later ones', async () => {
    const rules = [
      { key: 'any', definition: referralRule('any_purchase', null, 100) },
      { key: 'large', definition: referralRule('qualifying_purchase', 5000, 1000) },
    ];
    await begin({}, { rules });
    const code = await ask();
    await order({ ...withCode(code), total_minor: 1000 });
    await order({ merchant_id: 'order-2', ...withCode(code), total_minor: 9000 });
    expect(await points()).toEqual([100, 0]);
  });

  it('have limits and approval periods, and need not give anything', async () => {
    const limited = { ...referralRule('any_purchase', null), limit: { count: 1, interval: null } };
    await begin(
      {},
      { rules: [{ key: 'refer', definition: { ...limited, approval_period_seconds: 86_400 } }] },
    );
    const codes = [await ask(), await ask({ email: 'frida@mail.example' })];
    await order(withCode(codes[0]!));
    await order({ customer_id: '2003', merchant_id: 'order-2', ...withCode(codes[1]!) });
    expect(await points()).toEqual([0, 300]);
    expect(await referrals()).toMatchObject([
      { activity_id: expect.any(Number), completed_at: expect.any(Number) },
      { activity_id: null, completed_at: expect.any(Number) },
    ]);
    domain.clock.advance(DAY);
    await sweepOnce(domain.deps);
    expect(await points()).toEqual([300, 0]);
  });

  it('give what they do in the tier that the customer still has', async () => {
    const variants = {
      gold: { result: { kind: 'points', points: 1000, per_currency_unit_minor: null } },
    } as const;
    const isGold = programSettings({
      tier_membership: { mode: 'rolling', duration_months: 1 },
      referrals: {
        incentive_reward_key: 'ten-off',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 9,
      },
    });
    await begin(
      {},
      {
        settings: isGold,
        tiers: [
          { key: 'base', definition: tierDefinition() },
          { key: 'gold', definition: tierDefinition({ lower_bound: 10_000 }) },
        ],
        rules: [{ key: 'refer', definition: { ...referralRule('any_purchase', null), variants } }],
      },
    );
    const codes = [await ask(), await ask({ email: 'frida@mail.example' })];
    await order({ customer_id: '1001', total_minor: 10_000, merchant_id: 'of the customer' });
    await order(withCode(codes[0]!));
    expect(await points()).toEqual([1000, 0]);
    domain.clock.advance(40 * DAY);
    await order({ customer_id: '2003', merchant_id: 'order-2', ...withCode(codes[1]!) });
    expect(await points()).toEqual([1300, 0]);
  });

  it('may give a reward', async () => {
    const result = { kind: 'reward', reward_key: 'thanks' } as const;
    await begin(
      {},
      {
        rules: [{ key: 'refer', definition: { ...referralRule('any_purchase', null), result } }],
        rewards: [
          { key: 'ten-off', definition: voucherDefinition() },
          { key: 'thanks', definition: voucherDefinition() },
        ],
      },
    );
    await order(withCode(await ask()));
    expect(await domain.claims()).toMatchObject([
      { customer_id: referrer.id, source_kind: 'rule_completion' },
    ]);
  });

  it('cap friends that came by the link alone by when they buy', async () => {
    await begin({ cap: { count: 1, interval: null } });
    const { program } = domain;
    const site = program.sites.at(-1)!;
    for (const merchant_id of ['2002', '2003'])
      await ensureCustomer(domain.deps, { program, site, merchant_id, referral_id: referrer.referral_id });
    await order();
    await order({ customer_id: '2003', merchant_id: 'order-2' });
    expect(await points()).toEqual([300, 0]);
  });
});

describe('races', () => {
  it('two orders of one friend at once complete its referral once', async () => {
    const code = await ask();
    await friend();
    const orders = atOnce(8, (index) => order({ merchant_id: `order-${index}`, ...withCode(code) }));
    expect(await tally(orders)).toEqual({ done: 8 });
    expect(await points()).toEqual([300, 0]);
    expect(await domain.rows('activities')).toHaveLength(1);
  });

  it('one code that many buy with at once counts once', async () => {
    const code = await ask();
    const orders = atOnce(8, (index) =>
      order({ customer_id: `300${index}`, merchant_id: `order-${index}`, ...withCode(code) }),
    );
    expect(await tally(orders)).toEqual({ done: 8 });
    expect(await points()).toEqual([300, 0]);
  });

  it('a friend that buys with the codes of two customers at once was brought by one of them', async () => {
    const other = await domain.customer({ merchant_id: '1002' });
    const codes = [await ask(), await ask({ email: 'fred@work.example', of: other })];
    await friend();
    const orders = atOnce(8, (index) =>
      order({ merchant_id: `order-${index}`, ...withCode(codes[index % 2]!) }),
    );
    expect(await tally(orders)).toEqual({ done: 8 });
    expect([...(await points()), ...(await points(other))].sort()).toEqual([0, 0, 0, 300]);
  });

  it('orders of many friends and of the customer who referred them, and what falls due, come out exact', async () => {
    const rules = [
      { key: 'refer', definition: referralRule('any_purchase', null) },
      {
        key: 'buy',
        definition: ruleDefinition({ kind: 'purchase', properties: {}, approval_period_seconds: 1 }),
      },
    ];
    await begin({ daily_friends_per_address: 1_000 }, { rules });
    const codes = await Promise.all(atOnce(10, (index) => ask({ email: `friend-${index}@mail.example` })));
    await order({ customer_id: '1001', merchant_id: 'before' });
    domain.clock.advance(2_000);
    const calls = atOnce<unknown>(32, (index) => {
      if (index % 4 === 3) return sweepOnce(domain.deps);
      const code = codes[index % 10]!;
      const customer_id = index % 4 === 2 ? '1001' : `friend-${index % 10}`;
      return order({ customer_id, merchant_id: `order-${index}`, ...withCode(code) });
    });
    expect(await tally(calls)).toEqual({ done: 32 });
    const done = (await referrals()).filter((referral) => referral.completed_at !== null);
    const earned = (await domain.rows('activities')).filter(({ resource }) => resource === 'referral');
    expect(done.length).toBeGreaterThan(5);
    expect(earned).toHaveLength(done.length);
    expect(new Set(done.map((referral) => referral.referee_id)).size).toBe(done.length);
  });

  it('an order and its friend who asks again meanwhile leave one referral', async () => {
    const code = await ask();
    const calls = atOnce<unknown>(10, (index) =>
      index % 2 ? order({ merchant_id: `order-${index}`, ...withCode(code) }) : ask(),
    );
    expect(await tally(calls)).toEqual({ done: 10 });
    expect(await referrals()).toHaveLength(1);
    expect(await points()).toEqual([300, 0]);
  });
});

it('takes the day and the cap in the time zone of the referrer’s home', async () => {
  await begin(
    { daily_friends_per_address: 1 },
    { sites: [{ key: 'main', definition: siteDefinition({ time_zone: 'Asia/Tokyo' }) }] },
  );
  domain.turnTo('2026-01-14T14:59:00Z');
  await ask({ email: 'a@mail.example' });
  expect(await refusal({ email: 'b@mail.example' })).toBe('fraud_detected');
  domain.turnTo('2026-01-14T15:00:00Z');
  expect(await refusal({ email: 'b@mail.example' })).toBe('done');
});

describe('the report of referrals', () => {
  type Counted = Record<'asked' | 'used' | 'completed', number>;
  const told = ({ asked, used, completed }: Counted) =>
    `${asked} asked, ${used} used, ${completed} completed`;

  async function reported(request: ReportRequest = {}): Promise<string[]> {
    await countFigures(domain.deps);
    const span = { from: '2026-01-01', to: '2026-04-30', ...request };
    const { rows } = await readReport(domain.deps, domain.program, 'referrals', span);
    return rows
      .filter(({ asked, used, completed }) => asked !== 0 || used !== 0 || completed !== 0)
      .map(({ period, ...counted }) => `${period}: ${told(counted as Counted)}`);
  }

  it('counts each step in its month, at the home of who referred the friend, and is moved by no merge or erasure', async () => {
    const code = await ask();
    await ask({ email: 'frida@mail.example' });
    domain.turnTo('2026-02-01T03:00:00Z');
    // In New York it is still January.
    await order(withCode(code));
    domain.turnTo('2026-03-02T12:00:00Z');
    await ensureCustomer(domain.deps, {
      program: domain.program,
      site: domain.program.sites.at(-1)!,
      merchant_id: '3003',
      referral_id: referrer.referral_id,
    });
    await order({ customer_id: '3003', merchant_id: 'by-link' });
    const expected = ['2026-01: 2 asked, 1 used, 1 completed', '2026-03: 0 asked, 0 used, 1 completed'];
    expect(await reported()).toEqual(expected);
    expect([await reported({ site: 'main' }), await reported({ site: 'abroad' })]).toEqual([expected, []]);
    await domain.customer({ merchant_id: 'other', site: domain.program.sites[0] });
    await merge(domain, '1001', 'other');
    await erase(domain, 'other');
    expect(await reported()).toEqual(expected);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await reported()).toEqual(expected);
    await expectFiguresVerified(domain);
  });

  it('has the steps of before it was kept, each once', async () => {
    const code = await ask();
    await ask({ email: 'frida@mail.example' });
    domain.turnTo('2026-02-03T12:00:00Z');
    await order(withCode(code));
    const expected = ['2026-01: 2 asked, 0 used, 0 completed', '2026-02: 0 asked, 1 used, 1 completed'];
    expect(await reported()).toEqual(expected);
    // As if the friend had asked and used its code before, and bought since.
    await domain.database.asOwner(`
      alter table referral_changes disable trigger append_only;
      delete from referral_changes where program_id = ${domain.program.id} and (asked = 1 or used = 1);
      alter table referral_changes enable trigger append_only`);
    const missing = { stored: 0, summed: 1 };
    const [withOrder, asking] = (await referrals()).map(({ id }) => ({ referral_id: id, ...missing }));
    expect((await verifyFigures(domain.deps, domain.program.id)).wrong_steps).toEqual([
      { ...withOrder, step: 'asked' },
      { ...withOrder, step: 'used' },
      { ...asking, step: 'asked' },
    ]);
    const migration = (await readMigrations()).find(({ name }) => name.endsWith('referrals-of-before'))!;
    for (let time = 0; time < 2; time += 1) await domain.database.asOwner(migration.sql);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await reported()).toEqual(expected);
    await expectFiguresVerified(domain);
  });

  it('is mended as docs/figures.md says where changes of steps and of net sales are missing', async () => {
    const code = await ask();
    domain.turnTo('2026-02-03T12:00:00Z');
    await order(withCode(code));
    await countFigures(domain.deps);
    const changes = ['referral_changes', 'sales_changes'];
    const withoutTrigger = (statement: (table: string) => string) =>
      changes.map(
        (table) => `alter table ${table} disable trigger append_only;
          ${statement(table)}; alter table ${table} enable trigger append_only`,
      );
    await domain.database.asOwner(
      withoutTrigger((table) => `delete from ${table} where program_id = ${domain.program.id}`).join(';'),
    );
    await rebuildFigures(domain.deps, domain.program.id);
    const wrong = await verifyFigures(domain.deps, domain.program.id);
    expect(wrong.wrong_steps.map(({ step }) => step)).toEqual(['asked', 'used', 'completed']);
    expect(wrong.wrong_orders).toHaveLength(1);
    const mend = examples('docs/figures.md', 'missing changes').join('\n');
    for (let time = 0; time < 2; time += 1) await domain.database.asOwner(mend);
    await countFigures(domain.deps);
    await expectFiguresVerified(domain);
  });

  it('is of the tier that the customer was in before, and names what is not the sum of its steps', async () => {
    const tiers = [
      { key: 'base', definition: tierDefinition() },
      { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1_000 }) },
    ];
    const settings = { ...domain.program.settings, tier_membership: { mode: 'lifetime' } as const };
    await begin({}, { settings, tiers });
    domain.clock.advance(1);
    await ask();
    await order({ customer_id: '1001', merchant_id: 'own' });
    domain.clock.advance(1);
    await ask({ email: 'frida@mail.example' });
    const january = ['2026-01: 1 asked, 0 used, 0 completed'];
    expect([await reported({ tier: 'base' }), await reported({ tier: 'gold' })]).toEqual([january, january]);
    await sql`update report_referrals set asked = 5 where program_id = ${domain.program.id}`.execute(
      domain.deps.db,
    );
    const { wrong_referrals } = await verifyFigures(domain.deps, domain.program.id);
    expect(wrong_referrals).toMatchObject([
      { stored: 5, summed: 1 },
      { stored: 5, summed: 1 },
    ]);
    // As a rebuild by a server of an older version leaves them, which counts no referrals.
    await sql`update report_states set generation = generation + 1 where program_id = ${domain.program.id}`.execute(
      domain.deps.db,
    );
    expect((await verifyFigures(domain.deps, domain.program.id)).wrong_referrals).toMatchObject([
      { stored: 0, summed: 1 },
      { stored: 0, summed: 1 },
    ]);
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });
});

describe('the order that completed a referral', () => {
  const update = (state: Partial<OrderUpdate['state']>) =>
    updateOrder(domain.deps, orderUpdate(domain.program, state));

  it('may be paid later: the referral is completed then, and once', async () => {
    const code = await ask();
    await order({ ...withCode(code), payment_status: 'not_paid' });
    expect(await points()).toEqual([0, 0]);
    await Promise.all([update({}), update({}), update({})]);
    expect(await points()).toEqual([300, 0]);
  });

  it('takes back what the referrer got when it is undone, not when a part of it is refunded', async () => {
    const code = await ask();
    await order(withCode(code));
    await update({ refunded_minor: 1000 });
    expect(await points()).toEqual([300, 0]);
    await update({ refund_status: 'refunded' });
    expect(await points()).toEqual([0, 0]);
    expect(await referrals()).toMatchObject([{ order_id: expect.any(Number) }]);
    await order({ ...withCode(code), merchant_id: 'order-2' });
    expect(await points()).toEqual([0, 0]);
  });
});
