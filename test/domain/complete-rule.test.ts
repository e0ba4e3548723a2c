import { describe, expect, it } from 'vitest';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { entryOf, programDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

async function withRule(rule: Parameters<typeof ruleDefinition>[0], rest: Partial<ProgramDefinition> = {}) {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition(rule) }], ...rest });
}

describe.each([
  ['in one guarded statement', undefined],
  ['under the lock', ORDINARY],
])('completing a rule %s', (_, hooks) => {
  it('adds its points at once where the rule has no approval period', async () => {
    await withRule({});
    const { id } = await domain.customer();
    const now = domain.clock.real();
    const { actions, customer_id } = await domain.complete('follow', { hooks });
    expect(customer_id).toBe(id);
    const [activity] = await domain.rows('activities');
    expect(actions).toEqual([
      expect.objectContaining({
        kind: 'earned_points_from_rule',
        id: activity!.id,
        points: 50,
        state: 'approved',
        approves_at: null,
        date: now,
      }),
    ]);
    expect(activity).toMatchObject({
      name: '$social_follow',
      value: 50,
      state: 'approved',
      date: now,
      created_at: now,
      resolved_at: now,
      channel: 'web',
    });
    expect(await domain.row(id)).toMatchObject({ points_approved: 50, points_pending: 0, next_due_at: null });
    expect(await domain.rows('transactions')).toEqual([
      expect.objectContaining({
        points_approved: 50,
        points_pending: 0,
        points_spent: 0,
        resource: 'activity',
        activity_id: activity!.id,
        created_at: now,
      }),
    ]);
  });

  it('holds them pending for the approval period', async () => {
    await withRule({ approval_period_seconds: 3600 });
    const { id } = await domain.customer();
    const due = domain.clock.real() + HOUR;
    const { actions } = await domain.complete('follow', { hooks });
    expect(actions[0]).toMatchObject({ state: 'pending', approves_at: due });
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 50, next_due_at: due });
  });

  it('is refused once the limit of the day is reached, until the local midnight', async () => {
    await withRule({ limit: { count: 2, interval: 'day' } });
    await domain.customer();
    await domain.complete('follow', { hooks });
    await domain.complete('follow', { hooks });
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('rule_limit_reached');
    const midnight = Date.parse('2026-01-15T05:00:00Z');
    domain.clock.advance(midnight - 1 - domain.clock.real());
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('rule_limit_reached');
    domain.clock.advance(1);
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('done');
  });

  it('settles first what is due: an hour old points are approved beside the new ones', async () => {
    await withRule({ approval_period_seconds: 3600 });
    const { id } = await domain.customer();
    await domain.complete('follow', { hooks });
    domain.clock.advance(HOUR);
    await domain.complete('follow', { hooks });
    expect(await domain.row(id)).toMatchObject({ points_approved: 50, points_pending: 50 });
    expect(
      (await domain.rows('transactions')).map((row) => [row.points_approved, row.points_pending]),
    ).toEqual([
      [0, 50],
      [50, -50],
      [0, 50],
    ]);
  });

  it('gives a reward that costs nothing, as an activity without points', async () => {
    const rewards = [{ key: 'gift_card', definition: rewardDefinition({ stock: 1 }) }];
    await withRule({ result: { kind: 'reward', reward_key: 'gift_card' } }, { rewards });
    const { id } = await domain.customer();
    const { actions } = await domain.complete('follow', { hooks });
    const claim = (await domain.claims())[0]!;
    expect(actions).toEqual([
      expect.objectContaining({
        kind: 'received_reward',
        title: 'Gift card',
        claimed_reward_id: claim.id,
        state: 'approved',
      }),
    ]);
    expect(claim).toMatchObject({
      customer_id: id,
      source_kind: 'rule_completion',
      source_id: entryOf(domain.program.rules, 'follow').id,
      points_cost: 0,
      initial_balance_minor: 1000,
    });
    expect(await domain.rows('activities')).toEqual([
      expect.objectContaining({ value: 0, state: 'approved' }),
    ]);
    expect(await domain.rows('transactions')).toEqual([]);
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('rule_requirements_not_met');
    expect(await domain.rows('activities')).toHaveLength(1);
  });

  it('never goes back in time when the clock does', async () => {
    await withRule({ limit: { count: 10, interval: 'day' } });
    const { id } = await domain.customer();
    const first = domain.clock.real();
    await domain.complete('follow', { hooks });
    domain.clock.advance(-48 * HOUR);
    const { actions } = await domain.complete('follow', { hooks });
    expect(actions[0]!.date).toBe(first);
    const { last_entry_at } = await domain.row(id);
    expect(last_entry_at).toBe(first);
    expect((await domain.rows('activities')).map((row) => row.created_at)).toEqual([first, first]);
    expect(await domain.rows('usage_counters')).toEqual([
      expect.objectContaining({ total: 2, window_count: 2, last_at: first }),
    ]);
  });

  it('is refused to guests, and to those that nobody knows', async () => {
    await withRule({}, { settings: { ...programDefinition().settings, enrol_on_sight: false } });
    const { id } = await domain.customer();
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('customer_not_enrolled');
    await enrolCustomer(domain.deps, { program: domain.program, customer_id: id });
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('done');
    expect(await outcomeOf(domain.complete('follow', { hooks, customer: '1002' }))).toBe('not_found');
    // Another form of the same id.
    expect(await outcomeOf(domain.complete('follow', { hooks, customer: 'gid://shop/Customer/1001' }))).toBe(
      'done',
    );
  });

  it('does nothing at all when it is refused', async () => {
    await withRule({ enabled: false });
    const { id } = await domain.customer();
    const before = await domain.row(id);
    expect(await outcomeOf(domain.complete('follow', { hooks }))).toBe('rule_not_enabled_for_customer');
    expect(await domain.row(id)).toEqual(before);
    expect(await domain.rows('activities')).toEqual([]);
  });
});

describe('a caller’s work inside the completion', () => {
  it('is undone with it when it fails', async () => {
    await withRule({});
    const { id } = await domain.customer();
    const failing: Hooks<unknown> = {
      begin: async () => {},
      beforeCommit: async () => {
        throw new Error('no answer could be stored');
      },
    };
    await expect(domain.complete('follow', { hooks: failing })).rejects.toThrow('no answer could be stored');
    expect(await domain.row(id)).toMatchObject({ points_approved: 0 });
    expect(await domain.rows('transactions')).toEqual([]);
  });
});
