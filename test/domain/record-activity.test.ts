import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { type ActivityInput, recordActivity } from '../../src/domain/operations/record-activity.ts';
import {
  entryOf,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { atOnce, ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const domain = testDomain();

const review = (rest: RuleSketch = {}) => ({
  key: 'review',
  definition: ruleDefinition({ kind: 'review', properties: {}, ...rest }),
});
const GUESTS = { settings: programSettings({ enrol_on_sight: false }) };

const report = (rest: Partial<ActivityInput> = {}, hooks?: typeof ORDINARY) =>
  recordActivity(
    domain.deps,
    {
      program: domain.program,
      name: '$review',
      customer_id: '1001',
      customer_email: null,
      merchant_id: null,
      referral_id: null,
      channel: 'web',
      date: null,
      ...rest,
    },
    hooks,
  );

describe('an activity', () => {
  it('completes the rule of its name, whose points it then is', async () => {
    await domain.begin({ rules: [review({ approval_period_seconds: 3600 })] });
    const { id } = await domain.customer();
    const { recorded, actions } = await report({ merchant_id: 'r-1', channel: 'mobile' });
    expect(recorded).toBe(true);
    expect(actions).toMatchObject([{ kind: 'earned_points_from_rule', state: 'pending', points: 50 }]);
    expect(await domain.rows('activities')).toEqual([
      expect.objectContaining({
        rule_id: entryOf(domain.program.rules, 'review').id,
        name: '$review',
        merchant_id: 'r-1',
        channel: 'mobile',
        approves_at: domain.clock.real() + HOUR,
      }),
    ]);
    expect((await domain.row(id)).points_pending).toBe(50);
  });

  it('completes every rule of its name, also those that give rewards', async () => {
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition() }],
      rules: [
        review(),
        { ...review({ result: { kind: 'reward', reward_key: 'card' } }), key: 'card' },
        { ...review({ enabled: false }), key: 'off' },
      ],
    });
    await domain.customer();
    await report({ merchant_id: 'r-1' });
    expect((await domain.rows('activities')).map((row) => [row.merchant_id, row.value])).toEqual([
      ['r-1', 50],
      ['r-1', 0],
    ]);
    expect(await domain.claims()).toHaveLength(1);
  });

  it.each([
    ['custom', 'survey', { name: 'survey' }],
    ['loyalty_pass_install', '$loyalty_pass_install', {}],
    ['social_mention', '$social_mention', { social_handle: '@shop', network: 'social' }],
    ['social_post_hashtag', '$social_post_hashtag', { hashtag: '#shop', network: 'social' }],
    ['join_program', '$signup', {}],
    ['newsletter_signup', '$newsletter_signup', {}],
    ['birthday', '$birthday', {}],
    ['pageview', '$pageview', {}],
  ] as const)('completes a %s rule by the name %s', async (kind, name, properties) => {
    await domain.begin({ rules: [] });
    await domain.customer();
    await domain.change({ rules: [{ key: 'rule', definition: ruleDefinition({ kind, properties }) }] });
    expect((await report({ name })).actions).toHaveLength(1);
  });

  it('that no rule is named after is refused, and one that orders are for', async () => {
    const rule = (kind: 'purchase' | 'retail_purchase') => ({
      key: kind,
      definition: ruleDefinition({ kind, properties: {} }),
    });
    const referral = ruleDefinition({
      kind: 'referral',
      properties: { trigger: 'any_purchase', minimum_spend_minor: null },
    });
    await domain.begin({
      rules: [rule('purchase'), rule('retail_purchase'), { key: 'referral', definition: referral }],
    });
    expect(await outcomeOf(report({ name: '$review' }))).toBe('not_found');
    for (const name of ['$purchase', '$retail_purchase', '$referral'])
      expect(await outcomeOf(report({ name }))).toBe('invalid_request');
    expect(await domain.rows('reported_activities')).toEqual([]);
    expect(await findCustomer(domain.deps.db, domain.program.id, '1001')).toBeUndefined();
  });

  it('that shares its name with a rule that orders are for completes the other', async () => {
    const custom = ruleDefinition({ kind: 'custom', properties: { name: '$purchase' } });
    const purchase = ruleDefinition({ kind: 'purchase', properties: {} });
    await domain.begin({
      rules: [
        { key: 'purchase', definition: purchase },
        { key: 'custom', definition: custom },
      ],
    });
    const { actions } = await report({ name: '$purchase' });
    expect(actions.map(({ rule }) => rule.key)).toEqual(['custom']);
  });

  it('is recorded also where its rule gives nothing, and is not taken again when it would', async () => {
    await domain.begin({ rules: [review({ enabled: false })] });
    await domain.customer();
    expect(await report({ merchant_id: 'r-1' })).toMatchObject({ recorded: true, actions: [] });
    await domain.change({ rules: [review()] });
    expect(await report({ merchant_id: 'r-1' })).toMatchObject({ recorded: false, actions: [] });
    expect(await domain.rows('activities')).toEqual([]);
  });

  it('takes its place in the window of its date, from which its approval period counts', async () => {
    await domain.begin({
      rules: [review({ limit: { count: 1, interval: 'day' }, approval_period_seconds: 2 * 24 * 3600 })],
    });
    const { id } = await domain.customer();
    const now = domain.clock.real();
    await report({ date: now - 3 * DAY });
    await report({ date: now - 3 * DAY + 1 });
    await report({ date: now - DAY });
    await report();
    await report();
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      points_pending: 100,
      next_due_at: now + DAY,
    });
    expect((await domain.rows('activities')).map((row) => row.date)).toEqual([now - 3 * DAY, now - DAY, now]);
  });

  it('that a clock a little ahead dates into the future just happened; further ahead it is refused', async () => {
    await domain.begin({ rules: [review()] });
    const now = domain.clock.real();
    await report({ date: now + 20 * HOUR });
    expect((await domain.rows('activities'))[0]!.date).toBe(now);
    expect(await outcomeOf(report({ date: now + 25 * HOUR }))).toBe('invalid_request');
  });

  it('may raise the tier where points make it', async () => {
    await domain.begin({
      settings: programSettings({ tier_boundary_mode: 'points', tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition() },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 50 }) },
      ],
      rules: [review()],
    });
    const { id } = await domain.customer();
    await report();
    expect((await domain.row(id)).tier_id).toBe(entryOf(domain.program.tiers, 'gold').id);
  });
});

describe('the same activity again', () => {
  it('has no effect, whoever it is said to be of', async () => {
    await domain.begin({ rules: [review()] });
    const { id } = await domain.customer();
    await report({ merchant_id: 'r-1' });
    expect(await report({ merchant_id: 'r-1', customer_id: '2002' })).toEqual({
      customer_id: id,
      recorded: false,
      actions: [],
    });
    expect((await domain.row(id)).points_approved).toBe(50);
    expect(await findCustomer(domain.deps.db, domain.program.id, '2002')).toBeUndefined();
  });

  it('under another name is another, and without an id it is always another', async () => {
    const survey = ruleDefinition({ kind: 'custom', properties: { name: 'survey' } });
    await domain.begin({ rules: [review(), { key: 'survey', definition: survey }] });
    const { id } = await domain.customer();
    await report({ merchant_id: '1' });
    await report({ merchant_id: '1', name: 'survey' });
    await report();
    await report();
    expect((await domain.row(id)).points_approved).toBe(200);
  });

  it('at the same time is recorded once, also when it is said to be of many', async () => {
    await domain.begin({ rules: [review()] });
    await domain.customer();
    await domain.customer({ merchant_id: '1002' });
    const answers = await Promise.all(
      atOnce(24, (index) =>
        report(
          { merchant_id: 'r-1', customer_id: ['1001', '1002', '1003'][index % 3]! },
          index % 2 ? ORDINARY : undefined,
        ),
      ),
    );
    expect(answers.filter((answer) => answer.recorded)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.customer_id)).size).toBe(1);
    expect(await domain.rows('activities')).toHaveLength(1);
  });
});

describe('the customer of an activity', () => {
  it('an unknown customer is created, enrolled where the program does so, and earns', async () => {
    await domain.begin({ rules: [review()] });
    await domain.customer({ merchant_id: '1', email: 'ada@shop.example' });
    const { customer_id } = await report({ customer_id: '2', customer_email: 'ADA@shop.example' });
    expect(await domain.row(customer_id)).toMatchObject({
      merchant_id: '2',
      email: null,
      points_approved: 50,
      site_id: domain.program.sites[0]!.id,
      referred_by: null,
    });
  });

  it('who is new by a link is referred by the customer whose it is', async () => {
    await domain.begin({ rules: [review()] });
    const referrer = await domain.customer();
    const { referral_id } = referrer;
    const created = await report({ customer_id: '2', referral_id });
    expect((await domain.row(created.customer_id)).referred_by).toBe(referrer.id);
    const unknown = await report({ customer_id: '3', referral_id: 'NOBODYS' });
    expect((await domain.row(unknown.customer_id)).referred_by).toBeNull();
    await report({ customer_id: '1001', referral_id });
    expect((await domain.row(referrer.id)).referred_by).toBeNull();
  });

  it('that tells of a sign-up by a link says who brought the customer, also where joining completes no rule', async () => {
    const refer = {
      key: 'refer',
      definition: ruleDefinition({
        kind: 'referral',
        properties: { trigger: 'any_purchase', minimum_spend_minor: null },
      }),
    };
    const referrals = {
      incentive_reward_key: null,
      requires_email: false,
      cap: null,
      daily_friends_per_address: 5,
    };
    await domain.begin({ rules: [refer], settings: programSettings({ referrals }) });
    const referrer = await domain.customer();
    const { referral_id } = referrer;
    const sign = { name: '$signup', merchant_id: 's-1', customer_id: '2', referral_id };
    const { customer_id, actions } = await report(sign);
    expect(actions).toEqual([]);
    expect((await domain.row(customer_id)).referred_by).toBe(referrer.id);
    expect(await report(sign)).toMatchObject({ recorded: false });
    expect(await outcomeOf(report({ ...sign, merchant_id: 's-2', referral_id: null }))).toBe('not_found');
    expect(await outcomeOf(report({ ...sign, name: '$review' }))).toBe('not_found');
    await domain.change({ settings: programSettings() });
    expect(await outcomeOf(report({ ...sign, merchant_id: 's-3' }))).toBe('not_found');
  });

  it('that of a guest waits for its enrolment and is applied then, once, as of its date', async () => {
    await domain.begin({ ...GUESTS, rules: [review({ limit: { count: 1, interval: 'day' } })] });
    const now = domain.clock.real();
    const { customer_id } = await report({ merchant_id: 'r-1', date: now - 2 * DAY });
    await report({ merchant_id: 'r-2', date: now - 2 * DAY });
    await report({ merchant_id: 'r-3' });
    expect(await domain.rows('activities')).toEqual([]);
    domain.clock.advance(DAY);
    const enrolled = await domain.enrol(customer_id);
    expect(enrolled.points_approved).toBe(100);
    const waiting = (await domain.rows('reported_activities')).filter((row) => row.awaits_enrolment);
    expect(waiting).toEqual([]);
    expect((await domain.rows('activities')).map((row) => [row.merchant_id, row.date])).toEqual([
      ['r-1', now - 2 * DAY],
      ['r-3', now],
    ]);
    await domain.enrol(customer_id);
    expect(await report({ merchant_id: 'r-2', date: now - 2 * DAY })).toMatchObject({ recorded: false });
    expect((await domain.row(customer_id)).points_approved).toBe(100);
  });

  it('that of a blocked customer is recorded and completes nothing, also when it was a guest', async () => {
    await domain.begin({ ...GUESTS, rules: [review()] });
    const { id } = await domain.customer();
    await domain.block(id);
    expect(await report({ merchant_id: 'r-1' })).toMatchObject({ recorded: true, actions: [] });
    await domain.unblock(id);
    expect((await domain.enrol(id)).points_approved).toBe(0);
    expect(await report({ merchant_id: 'r-1' })).toMatchObject({ recorded: false });
  });

  it('of an unknown customer at once creates it once', async () => {
    await domain.begin({ rules: [review()] });
    await Promise.all(
      atOnce(12, (index) =>
        report({ customer_id: '3003', customer_email: 'three@shop.example', merchant_id: `r-${index}` }),
      ),
    );
    expect(await findCustomer(domain.deps.db, domain.program.id, '3003')).toMatchObject({
      points_approved: 600,
      email: 'three@shop.example',
    });
  });
});
