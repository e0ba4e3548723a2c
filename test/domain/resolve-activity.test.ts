import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { getActivity, resolveActivity } from '../../src/domain/ledger/activities.ts';
import { entryMoment, lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

type Wanted = 'approved' | 'declined' | 'void';
const domain = testDomain();

async function begin(approval_period_seconds: number) {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds }) }] });
  const customer = await domain.customer();
  const { actions } = await domain.complete('follow');
  return { id: customer.id, activity: actions[0]!.id };
}

function resolve(customerId: number, activityId: number, wanted: Wanted) {
  return runInTransaction(domain.deps, undefined, async (tx) => {
    const customer = await lockCustomer(tx, domain.program.id, customerId);
    const activity = await getActivity(tx, customer, activityId);
    const at = entryMoment(domain.clock.now(domain.program), customer);
    return resolveActivity(tx, domain.program, customer, activity, { wanted, at, by_hand: true });
  });
}

const moves = async () =>
  (await domain.rows('transactions'))
    .filter((row) => row.resource === 'activity')
    .map((row) => [row.points_approved, row.points_pending]);

const EARNED_PENDING = [0, 50];
const EARNED = [50, 0];

describe('resolving an activity', () => {
  it.each<[string, number, Wanted[], string[], number[][]]>([
    ['pending, approved', 60, ['approved'], ['approved'], [EARNED_PENDING, [50, -50]]],
    ['pending, declined', 60, ['declined'], ['declined'], [EARNED_PENDING, [0, -50]]],
    ['pending, void means declined', 60, ['void'], ['declined'], [EARNED_PENDING, [0, -50]]],
    ['approved, void', 0, ['void'], ['void'], [EARNED, [-50, 0]]],
    ['approved, declined means void', 0, ['declined'], ['void'], [EARNED, [-50, 0]]],
    ['approved again has no effect', 0, ['approved'], ['approved'], [EARNED]],
    [
      'declined again has no effect',
      60,
      ['declined', 'declined'],
      ['declined', 'declined'],
      [EARNED_PENDING, [0, -50]],
    ],
    ['void again has no effect', 0, ['void', 'void'], ['void', 'void'], [EARNED, [-50, 0]]],
    [
      'pending, approved and then void',
      60,
      ['approved', 'void'],
      ['approved', 'void'],
      [EARNED_PENDING, [50, -50], [-50, 0]],
    ],
  ])('%s', async (_, period, wanted, states, transactions) => {
    const { id, activity } = await begin(period);
    const seen = [];
    for (const state of wanted) seen.push((await resolve(id, activity, state)).state);
    expect(seen).toEqual(states);
    expect(await moves()).toEqual(transactions);
  });

  it.each<[string, number, Wanted, Wanted]>([
    ['declined is not approved', 60, 'declined', 'approved'],
    ['declined is not voided', 60, 'declined', 'void'],
    ['void is not approved', 0, 'void', 'approved'],
    ['void is not declined', 0, 'void', 'declined'],
  ])('what is %s any more', async (_, period, first, second) => {
    const { id, activity } = await begin(period);
    await resolve(id, activity, first);
    expect(await outcomeOf(resolve(id, activity, second))).toBe('activity_already_resolved');
  });

  it('takes points that were spent, below zero or within the balance as the program says', async () => {
    for (const [negative_balance, balance] of [
      ['allow', -20],
      ['within_balance', 0],
    ] as const) {
      const { id, activity } = await begin(0);
      await domain.change({ settings: programSettings({ negative_balance }) });
      await adjustPoints(domain.deps, {
        program: domain.program,
        customer_id: id,
        points: -20,
        note: null,
        by: TESTER,
      });
      await resolve(id, activity, 'void');
      expect((await domain.row(id)).points_approved).toBe(balance);
    }
  });

  it('of somebody else is not found', async () => {
    const { activity } = await begin(0);
    const other = await domain.customer({ merchant_id: '1002' });
    expect(await outcomeOf(resolve(other.id, activity, 'void'))).toBe('not_found');
  });

  it('fails where the activity was read before the lock and has moved since', async () => {
    const { id, activity } = await begin(60);
    const stale = (await domain.rows('activities'))[0]!;
    await resolve(id, activity, 'approved');
    const late = runInTransaction(domain.deps, undefined, async (tx) => {
      const customer = await lockCustomer(tx, domain.program.id, id);
      return resolveActivity(tx, domain.program, customer, stale, {
        wanted: 'declined',
        at: customer.last_entry_at,
      });
    });
    await expect(late).rejects.toThrow('was read before its customer was locked');
    expect(await moves()).toEqual([EARNED_PENDING, [50, -50]]);
  });
});

describe('the place in the limit of a rule', () => {
  it.each<[string, number, Wanted, string]>([
    ['is given back by what is declined', 60, 'declined', 'done'],
    ['is kept by what is approved', 60, 'approved', 'rule_limit_reached'],
    ['is kept by what is voided by hand', 0, 'void', 'rule_limit_reached'],
  ])('%s', async (_, approval_period_seconds, wanted, outcome) => {
    await domain.begin({
      rules: [
        {
          key: 'follow',
          definition: ruleDefinition({ approval_period_seconds, limit: { count: 2, interval: 'day' } }),
        },
      ],
    });
    const { id } = await domain.customer();
    await domain.complete('follow');
    const first = domain.clock.real();
    domain.clock.advance(1000);
    const { actions } = await domain.complete('follow');
    await resolve(id, actions[0]!.id, wanted);
    const [counter] = await domain.rows('usage_counters');
    expect(counter).toMatchObject(
      outcome === 'done'
        ? { total: 1, window_count: 1, last_at: first }
        : { total: 2, window_count: 2, last_at: first + 1000 },
    );
    expect(await outcomeOf(domain.complete('follow'))).toBe(outcome);
  });
});

describe('approve against decline', () => {
  it('a hundred times ends as approve and then void, or as decline', async () => {
    await domain.begin({
      rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: 60 }) }],
    });
    const customers = [];
    for (let i = 0; i < 10; i += 1) customers.push(await domain.customer({ merchant_id: `c-${i}` }));
    const seen = new Set<string>();
    for (let i = 0; i < 100; i += 1) {
      const customer = customers[i % 10]!;
      const { actions } = await domain.complete('follow', { customer: customer.merchant_id });
      const activity = actions[0]!.id;
      const pair = [resolve(customer.id, activity, 'approved'), resolve(customer.id, activity, 'declined')];
      const outcomes = await Promise.all((i % 2 ? pair.reverse() : pair).map(outcomeOf));
      const row = (await domain.rows('activities')).find((candidate) => candidate.id === activity)!;
      const posted = (await domain.rows('transactions')).filter((entry) => entry.activity_id === activity);
      const trace = posted.slice(1).map((entry) => `${entry.points_approved},${entry.points_pending}`);
      seen.add(`${row.state}: ${trace.join(' ')} ${outcomes.sort().join(' ')}`);
    }
    const allowed = ['declined: 0,-50 activity_already_resolved done', 'void: 50,-50 -50,0 done done'];
    expect([...seen].filter((ending) => !allowed.includes(ending))).toEqual([]);
    for (const { id } of customers)
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 0 });
  });
});
