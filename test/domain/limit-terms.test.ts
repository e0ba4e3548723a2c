import { describe, expect, it } from 'vitest';
import type { Limit } from '../../src/domain/core/limits.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { entryOf, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const rules = (limit: Limit) => [{ key: 'follow', definition: ruleDefinition({ limit }) }];
const rewards = (limit: Limit) => [
  { key: 'voucher', definition: rewardDefinition({ limit, cost: { kind: 'fixed', points: 1 } }) },
];

function complete(program: Program, hooks?: Hooks<unknown>) {
  const rule_id = entryOf(program.rules, 'follow').id;
  return completeRule(
    domain.deps,
    { program, rule_id, kind: 'social_follow', customer_merchant_id: '1001', channel: 'web' },
    hooks,
  );
}

function claim(program: Program, hooks?: Hooks<unknown>) {
  const reward_id = entryOf(program.rewards, 'voucher').id;
  return claimReward(
    domain.deps,
    { program, reward_id, customer_merchant_id: '1001', channel: 'web', country: null },
    hooks,
  );
}

/** Intervals before and after a change of the program; the clock stands on a Wednesday. */
const CHANGES = [
  ['week', 'day'],
  ['day', 'week'],
  [null, 'day'],
  ['day', null],
] as const;

describe.each([
  ['in one guarded statement', undefined],
  ['under the lock', ORDINARY],
])('a request that was under way while the limit changed its interval, %s', (_, hooks) => {
  it.each(CHANGES)('from %s to %s takes one place in the limit of a rule', async (before, after) => {
    const old = await domain.begin({ rules: rules({ count: 4, interval: before }) });
    await domain.customer();
    await complete(old);
    const changed = await domain.change({ rules: rules({ count: 4, interval: after }) });
    await complete(changed);
    await complete(old, hooks);
    await complete(changed, hooks);
    expect(await outcomeOf(complete(changed, hooks))).toBe('rule_limit_reached');
    expect(await domain.rows('activities')).toHaveLength(4);
  });

  it.each(CHANGES)('from %s to %s takes one place in the limit of a reward', async (before, after) => {
    const old = await domain.begin({ rewards: rewards({ count: 5, interval: before }) });
    await domain.customer({ points: 10 });
    await claim(old);
    const changed = await domain.change({ rewards: rewards({ count: 5, interval: after }) });
    await claim(changed);
    await claim(old, hooks);
    await claim(changed, hooks);
    await claim(changed, hooks);
    expect(await outcomeOf(claim(changed, hooks))).toBe('reward_limit_reached');
    expect(await domain.claims()).toHaveLength(5);
  });
});

describe('a rule and a reward that leave the program file and come back', () => {
  it('have given what they gave: neither limit nor stock begins anew', async () => {
    const once = { count: 1, interval: null } as const;
    const stocked = [
      {
        key: 'voucher',
        definition: rewardDefinition({ stock: 2, limit: once, cost: { kind: 'fixed', points: 1 } }),
      },
    ];
    await domain.begin({ rules: rules(once), rewards: stocked });
    await domain.customer({ points: 10 });
    await complete(domain.program);
    await claim(domain.program);
    await domain.change({ rules: [], rewards: [] });
    await domain.change({ rules: rules(once), rewards: stocked });
    expect(await outcomeOf(complete(domain.program))).toBe('rule_limit_reached');
    expect(await outcomeOf(claim(domain.program))).toBe('reward_limit_reached');
    expect(await domain.stock()).toEqual({ '': 1 });
  });
});
