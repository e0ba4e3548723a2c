import { describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { findReferrerId } from '../../src/domain/customers/store.ts';
import { listCustomers } from '../../src/domain/listings/customer-store.ts';
import { createWebviewSession } from '../../src/domain/operations/create-webview-session.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import {
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { merge, ownRow } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

/** Rules at once, after ten days and by orders; a card for 60 points, a mug for 40; 1001 and 1002. */
async function begin(rest: Partial<ProgramDefinition> = {}): Promise<[from: CustomerRow, into: CustomerRow]> {
  await domain.begin({
    rules: [
      { key: 'now', definition: ruleDefinition({ limit: { count: 3, interval: 'week' } }) },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 }) },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 60 } }) },
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 40 },
          auto_refund_seconds: DAY / 1000,
        }),
      },
    ],
    ...rest,
  });
  return [await domain.customer(), await domain.customer({ merchant_id: '1002' })];
}

const guest = (merchant_id: string, rest: object = {}) =>
  ensureCustomer(domain.deps, {
    program: domain.program,
    site: domain.program.sites[0]!,
    merchant_id,
    ...rest,
  });

async function history(id: number): Promise<string[]> {
  const { program } = domain;
  const asked = { program, customer_id: id, channel: 'web', country: 'US' } as const;
  const customer = await loadStorefrontCustomer(domain.deps, asked);
  return customer.history.map((entry) => `${entry.kind} ${'points' in entry ? entry.points : ''}`.trim());
}

const order = (merchant_id: string, customer_id: string, rest: object = {}) =>
  recordOrder(domain.deps, orderInput(domain.program, { merchant_id, customer_id, ...rest }));

describe('merging one customer into another', () => {
  it('gives the survivor the balances of both, and leaves the other nothing but its names', async () => {
    const [from, into] = await begin();
    await domain.complete('now');
    await domain.complete('later');
    await adjust(domain, from.id, 100);
    await domain.claim('card');
    await adjust(domain, into.id, 7);
    expect(await merge(domain, '1001', '1002')).toEqual({ customer_id: into.id, merged: true });
    expect(await ownRow(domain, from.id)).toMatchObject({
      merged_into: into.id,
      merchant_id: '1001',
      points_approved: 0,
      points_pending: 0,
      points_spent: 0,
      next_due_at: null,
      enrolled_at: null,
    });
    expect(await domain.row(into.id)).toMatchObject({
      points_approved: 97,
      points_pending: 50,
      points_spent: 60,
      enrolled_at: into.enrolled_at,
    });
    const adjustments = (await domain.rows('adjustments')).filter(({ reason }) => reason === 'merge');
    expect(adjustments.map(({ customer_id, points, note }) => [customer_id, points, note])).toEqual([
      [from.id, -150, `merged into customer ${into.id}`],
      [into.id, 150, `merged from customer ${from.id}`],
    ]);
    for (const table of ['activities', 'usage_counters'] as const)
      expect((await domain.rows(table)).every((row) => row.customer_id === into.id)).toBe(true);
    expect(await domain.claims()).toMatchObject([{ customer_id: into.id, state: 'approved' }]);
  });

  it('writes to no transaction that stood before', async () => {
    const [from] = await begin();
    await domain.complete('now');
    await domain.claim('mug', { variant_id: '902' });
    const before = await domain.rows('transactions');
    await merge(domain, '1001', '1002');
    const after = await domain.rows('transactions');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(before.every(({ customer_id }) => customer_id === from.id)).toBe(true);
    expect(
      after.slice(before.length).map((row) => [row.resource, row.points_approved, row.points_spent]),
    ).toEqual([
      ['claimed_reward', 40, -40],
      ['adjustment', -50, 0],
      ['adjustment', 50, 0],
      ['claimed_reward', -40, 40],
    ]);
  });

  it('shows in history what was earned, spent and given by hand on either side, and not the merge', async () => {
    const [from, into] = await begin();
    await domain.complete('now');
    domain.clock.advance(DAY);
    await adjust(domain, into.id, 7);
    domain.clock.advance(DAY);
    await adjust(domain, from.id, 20);
    domain.clock.advance(DAY);
    await domain.claim('card');
    domain.clock.advance(DAY);
    await merge(domain, '1001', '1002');
    expect(await history(into.id)).toEqual([
      'redeemed_points_for_reward',
      'points_added 20',
      'points_added 7',
      'earned_points_from_rule 50',
    ]);
    expect(await history(from.id)).toEqual(await history(into.id));
  });

  it('has the other name name the survivor from then on, in whatever asks by it', async () => {
    const [from, into] = await begin();
    await merge(domain, '1001', '1002');
    expect((await domain.complete('now')).customer_id).toBe(into.id);
    await adjust(domain, from.id, 50);
    expect((await domain.claim('card')).customer_id).toBe(into.id);
    expect((await order('o-1', '1001')).customer_id).toBe(into.id);
    const { program, deps } = domain;
    const activity = {
      program,
      name: 'no-rule',
      customer_id: '1001',
      customer_email: null,
      merchant_id: null,
    };
    const told = { ...activity, referral_id: null, channel: 'web', date: null } as const;
    const name = program.rules.find(({ key }) => key === 'now')!.name;
    expect((await recordActivity(deps, { ...told, name })).customer_id).toBe(into.id);
    const page = { program, site: program.sites[0]!, channel: 'app', customer: { merchant_id: '1001' } };
    expect((await createWebviewSession(deps, page)).customer_id).toBe(into.id);
    expect((await guest('gid://shop/Customer/1001')).id).toBe(into.id);
    expect(await findReferrerId(deps.db, program.id, from.referral_id)).toBe(into.id);
    expect(await ownRow(domain, from.id)).toMatchObject({ points_approved: 0, points_spent: 0 });
  });

  it('says the same again without effect, in whichever direction', async () => {
    const [from, into] = await begin();
    await adjust(domain, from.id, 5);
    await merge(domain, '1001', '1002');
    const rows = await domain.rows('transactions');
    for (const [one, other] of [
      ['1001', '1002'],
      ['1002', '1001'],
    ] as const)
      expect(await merge(domain, one, other)).toEqual({ customer_id: into.id, merged: false });
    expect(await domain.rows('transactions')).toEqual(rows);
  });

  it('brings along whoever was merged into it before', async () => {
    const [first, second] = await begin();
    const third = await domain.customer({ merchant_id: '1003' });
    await domain.complete('later');
    await domain.complete('now');
    await adjust(domain, first.id, 30);
    await domain.claim('mug', { variant_id: '902' });
    await merge(domain, '1001', '1002');
    await merge(domain, '1002', '1003');
    expect(await domain.row(third.id)).toMatchObject({
      points_approved: 40,
      points_pending: 50,
      points_spent: 40,
    });
    for (const { id } of [first, second])
      expect(await ownRow(domain, id)).toMatchObject({ merged_into: third.id, points_spent: 0 });
    expect((await findCustomer(domain.deps.db, domain.program.id, '1001'))!.id).toBe(third.id);
    expect(await history(third.id)).toContain('points_added 30');
    domain.clock.advance(11 * DAY);
    await sweepOnce(domain.deps);
    expect(await domain.row(third.id)).toMatchObject({
      points_approved: 130,
      points_pending: 0,
      points_spent: 0,
    });
  });

  it('is refused of one with itself, of nobody and of the blocked', async () => {
    const [from] = await begin();
    for (const into of ['1001', 'gid://shop/Customer/1001'])
      await expect(merge(domain, '1001', into)).rejects.toMatchObject({
        code: 'invalid_request',
        extra: { details: { into: 'must be another customer' } },
      });
    expect(await outcomeOf(merge(domain, '1001', 'nobody'))).toBe('not_found');
    expect(await outcomeOf(merge(domain, 'nobody', '1001'))).toBe('not_found');
    await domain.block(from.id);
    expect(await outcomeOf(merge(domain, '1001', '1002'))).toBe('customer_blocked');
    expect(await outcomeOf(merge(domain, '1002', '1001'))).toBe('customer_blocked');
  });

  it('does first what is due for either', async () => {
    const [, into] = await begin();
    await domain.complete('later');
    await domain.complete('later', { customer: '1002' });
    domain.clock.advance(10 * DAY);
    await merge(domain, '1001', '1002');
    expect(await domain.row(into.id)).toMatchObject({ points_approved: 100, points_pending: 0 });
  });

  it('leaves the merged one out of listings, and its entries where they were', async () => {
    const [from, into] = await begin();
    await merge(domain, '1001', '1002');
    const all = {
      since_id: null,
      email: null,
      email_match: 'contains' as const,
      enrolled: null,
      created_at_min: null,
      created_at_max: null,
    };
    const page = await listCustomers(domain.deps, domain.program.id, {
      sort: { field: 'id', ascending: true },
      filters: { ...all, updated_at_min: null, updated_at_max: null },
      from: null,
      limit: 10,
      offset: 0,
    });
    expect(page.rows.map(({ id }) => id)).toEqual([into.id]);
    expect(from.id).not.toBe(into.id);
  });

  it('is written down with who did it', async () => {
    const [from, into] = await begin();
    await adjust(domain, from.id, 5);
    await merge(domain, '1001', '1002');
    await merge(domain, '1001', '1002');
    const entries = await domain.deps.db
      .selectFrom('audit_entries')
      .select(['actor_name', 'subject_kind', 'subject_id', 'details'])
      .where('program_id', '=', domain.program.id)
      .where('action', '=', 'customer.merged')
      .execute();
    expect(entries).toEqual([
      {
        actor_name: 'a test',
        subject_kind: 'customer',
        subject_id: String(from.id),
        details: { into_id: into.id, points: 5 },
      },
    ]);
  });
});

describe('a change of records after the merge', () => {
  it('is the survivor’s: a refund, a lapse, an approval, a decision by hand', async () => {
    const [from, into] = await begin();
    await adjust(domain, from.id, 200);
    const { claimed_reward_id } = await domain.claim('card');
    await domain.claim('mug', { variant_id: '902' });
    await domain.complete('later');
    await domain.complete('now');
    await merge(domain, '1001', '1002');
    await refundReward(domain.deps, { program: domain.program, claimed_reward_id, customer_id: from.id });
    expect(await domain.row(into.id)).toMatchObject({ points_approved: 210, points_spent: 40 });
    domain.clock.advance(DAY);
    await sweepOnce(domain.deps);
    expect(await domain.row(into.id)).toMatchObject({ points_approved: 250, points_spent: 0 });
    const [later, now] = await domain.rows('activities');
    const named = (activity: { id: number; name: string }, state: 'approved' | 'void') =>
      resolveActivityReport(domain.deps, {
        program: domain.program,
        name: activity.name,
        merchant_id: String(activity.id),
        state,
        by: TESTER,
      });
    await named(later!, 'approved');
    await named(now!, 'void');
    expect(await domain.row(into.id)).toMatchObject({ points_approved: 250, points_pending: 0 });
  });

  it('of an order is taken back of the survivor', async () => {
    const [, into] = await begin();
    await order('o-1', '1001', { total_minor: 10_000 });
    await merge(domain, '1001', '1002');
    const update = (refunded_minor: number) =>
      updateOrder(domain.deps, orderUpdate(domain.program, { paid_minor: 10_000, refunded_minor }, 'o-1'));
    await update(2_500);
    expect((await domain.row(into.id)).points_approved).toBe(75);
    await update(10_000);
    expect((await domain.row(into.id)).points_approved).toBe(0);
    expect((await domain.rows('orders'))[0]).toMatchObject({ customer_id: into.id, spend_minor: 0 });
  });
});

describe('places in limits', () => {
  it('are those of both in the present interval', async () => {
    await begin();
    await domain.complete('now');
    await domain.complete('now', { customer: '1002' });
    domain.clock.advance(7 * DAY);
    await domain.complete('now');
    await domain.complete('now', { customer: '1002' });
    await merge(domain, '1001', '1002');
    const [usage] = await domain.rows('usage_counters');
    expect(usage).toMatchObject({ total: 4, window_count: 2 });
    await domain.complete('now');
    expect(await outcomeOf(domain.complete('now', { customer: '1002' }))).toBe('rule_limit_reached');
  });

  it('are counted anew where the two are at home in different time zones', async () => {
    const far = siteDefinition({ time_zone: 'Asia/Tokyo' });
    await begin({
      sites: [
        { key: 'far', definition: far },
        { key: 'main', definition: siteDefinition() },
      ],
      rules: [{ key: 'now', definition: ruleDefinition({ limit: { count: 3, interval: 'day' } }) }],
    });
    const site = entryOf(domain.program.sites, 'far');
    await ensureCustomer(domain.deps, { program: domain.program, site, merchant_id: 'far' });
    // 7 in New York is 21 in Tokyo; 20 there was the day before in New York's eyes.
    await domain.complete('now', { customer: 'far' });
    domain.clock.advance(4 * 3_600_000);
    await domain.complete('now', { customer: 'far' });
    await domain.complete('now');
    await merge(domain, 'far', '1001');
    const [usage] = await domain.rows('usage_counters');
    expect(usage).toMatchObject({ total: 3, window_count: 3 });
    expect(await outcomeOf(domain.complete('now'))).toBe('rule_limit_reached');
  });
});

describe('the identity of the survivor', () => {
  it('is what it knew, and what it did not know from the other', async () => {
    const [from, into] = await begin();
    const { deps, program } = domain;
    const know = (customer_id: number, changes: object) =>
      updateCustomer(deps, { program, customer_id, changes, by: TESTER });
    await know(from.id, {
      email: 'Ada@one.example',
      first_name: 'Ada',
      last_name: 'King',
      birthday: { day: 10, month: 12, year: 1990 },
      metadata: { size: 'M', old: 1 },
    });
    await know(into.id, { last_name: 'Lovelace', metadata: { size: 'L' } });
    await merge(domain, '1001', '1002');
    expect(await domain.row(into.id)).toMatchObject({
      email: 'Ada@one.example',
      first_name: 'Ada',
      last_name: 'Lovelace',
      birthday_day: 10,
      metadata: { size: 'L', old: 1 },
    });
    expect(await ownRow(domain, from.id)).toMatchObject({
      email: null,
      first_name: null,
      birthday_day: null,
      metadata: {},
    });
    const other = await guest('1003', { email: 'bob@two.example' });
    await merge(domain, '1003', '1002');
    expect((await domain.row(into.id)).email).toBe('Ada@one.example');
    expect((await guest('1004', { email: 'bob@two.example' })).email).toBe('bob@two.example');
    expect(other.email).toBe('bob@two.example');
  });

  it('takes consent to emails with the address alone', async () => {
    await begin();
    const { id } = await guest('a', { email: 'a@shop.example', email_marketing: 'subscribed' });
    await guest('b', { email: 'b@shop.example' });
    await guest('c');
    await merge(domain, 'a', 'b');
    expect((await domain.row(id)).email_marketing).toBe('unknown');
    const other = await guest('d', { email: 'd@shop.example', email_marketing: 'subscribed' });
    await merge(domain, 'd', 'c');
    expect(await domain.row(other.id)).toMatchObject({
      email: 'd@shop.example',
      email_marketing: 'subscribed',
    });
  });

  it('is a member where either was, without joining again, and what a guest bought counts', async () => {
    const join = ruleDefinition({
      kind: 'join_program',
      properties: {},
      limit: { count: 1, interval: null },
    });
    const purchase = ruleDefinition({
      kind: 'purchase',
      properties: {},
      result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
    });
    await domain.begin({
      settings: programSettings({ enrol_on_sight: false }),
      rules: [
        { key: 'join', definition: join },
        { key: 'purchase', definition: purchase },
      ],
    });
    const member = await guest('member');
    const enrolled = await domain.enrol(member.id);
    const visitor = await guest('visitor');
    await order('o-1', 'visitor');
    domain.clock.advance(DAY);
    await merge(domain, 'member', 'visitor');
    expect(await domain.row(visitor.id)).toMatchObject({
      enrolled_at: enrolled.enrolled_at,
      points_approved: 50 + 20,
    });
    await guest('another');
    await order('o-2', 'another');
    await merge(domain, 'another', 'visitor');
    expect((await domain.row(visitor.id)).points_approved).toBe(90);
    await guest('one');
    await guest('two');
    await order('o-3', 'one');
    await merge(domain, 'one', 'two');
    const two = (await findCustomer(domain.deps.db, domain.program.id, 'two'))!;
    expect(two).toMatchObject({ enrolled_at: null, points_approved: 0 });
    expect((await domain.enrol(two.id)).points_approved).toBe(50 + 20);
  });

  it('keeps its own of what can be there once', async () => {
    const [from, into] = await begin();
    await adjust(domain, from.id, 200);
    await adjust(domain, into.id, 200);
    const first = await domain.claim('card', { platform_action_id: 'once' });
    const own = await domain.claim('card', { platform_action_id: 'once' }, { customer: '1002' });
    await merge(domain, '1001', '1002');
    const again = await domain.claim('card', { platform_action_id: 'once' });
    expect(again).toMatchObject({ claimed_reward_id: own.claimed_reward_id, replayed: true });
    expect(first.claimed_reward_id).not.toBe(own.claimed_reward_id);
  });
});

describe('the tier of the survivor', () => {
  const tiers = [0, 10_000, 30_000].map((lower_bound, index) => ({
    key: `t${index}`,
    definition: tierDefinition({ lower_bound }),
  }));
  const settings = programSettings({ tier_membership: { mode: 'rolling', duration_months: 6 } });
  const place = (row: CustomerRow) => domain.program.tiers.findIndex(({ id }) => id === row.tier_id);

  it('is the higher of the two, with its end', async () => {
    const [, into] = await begin({ tiers, settings });
    await order('o-1', '1001', { total_minor: 12_000 });
    const higher = await domain.row((await domain.rows('orders'))[0]!.customer_id);
    domain.clock.advance(DAY);
    await merge(domain, '1001', '1002');
    const survivor = await domain.row(into.id);
    expect(place(survivor)).toBe(1);
    expect(survivor.tier_expires_at).toBe(higher.tier_expires_at);
    expect((await domain.rows('tier_entries')).at(-1)).toMatchObject({ customer_id: into.id });
  });

  it('is where both together belong', async () => {
    const [, into] = await begin({ tiers, settings });
    await order('o-1', '1001', { total_minor: 16_000 });
    await order('o-2', '1002', { total_minor: 16_000 });
    await merge(domain, '1001', '1002');
    expect(place(await domain.row(into.id))).toBe(2);
  });

  it('stays where it is higher already', async () => {
    const [, into] = await begin({ tiers, settings });
    await order('o-2', '1002', { total_minor: 12_000 });
    const before = await domain.row(into.id);
    await merge(domain, '1001', '1002');
    const { tier_id, tier_started_at, tier_expires_at } = before;
    expect(await domain.row(into.id)).toMatchObject({ tier_id, tier_started_at, tier_expires_at });
  });
});
