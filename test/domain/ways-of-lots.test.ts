import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { entryOf, productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { keyedHooks } from '../support/keyed.ts';
import { expiring } from '../support/lots.ts';
import { ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { comparableRows } from '../support/twins.ts';

const HOUR = 3_600_000;
const STEPS = 120;
/** Rows stay different once they are: they are compared after so many steps, and after the last. */
const STEPS_TO_COMPARE = 6;
const domain = testDomain();

const fixed = (points: number) => ({ cost: { kind: 'fixed' as const, points } });
const PROGRAM = {
  rules: [
    { key: 'now', definition: ruleDefinition() },
    { key: 'later', definition: ruleDefinition({ approval_period_seconds: 24 * 3600 }) },
  ],
  rewards: [
    { key: 'card', definition: rewardDefinition(fixed(7)) },
    { key: 'free', definition: rewardDefinition(fixed(0)) },
    { key: 'mug', definition: productRewardDefinition({ ...fixed(130), auto_refund_seconds: 24 * 3600 }) },
  ],
};

const EXPIRIES: [string, PointsExpiry][] = [
  ['a month after they were earned', { mode: 'after_earning', duration_months: 1 }],
  ["at the year's end", { mode: 'calendar_date', month: 12, day: 31 }],
  ['a month after a purchase', { mode: 'inactivity_since_purchase', duration_months: 1 }],
  ['a month after a change of the balance', { mode: 'inactivity_since_balance_change', duration_months: 1 }],
];

const customer = fc.constantFrom('ada', 'ada', 'bob');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('complete' as const),
      customer,
      rule: fc.constantFrom('now', 'now', 'later'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('claim' as const),
      customer,
      reward: fc.constantFrom('card', 'mug', 'mug', 'free'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      customer,
      points: fc.constantFrom(-90, -20, 1, 35),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 240 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function run(program: Program, happens: Step, hooks: typeof ORDINARY | undefined): Promise<unknown> {
  switch (happens.does) {
    case 'complete': {
      const rule_id = entryOf(program.rules, happens.rule).id;
      const asked = { program, rule_id, kind: 'social_follow', channel: 'web' } as const;
      const { actions } = await completeRule(
        domain.deps,
        { ...asked, customer_merchant_id: happens.customer },
        hooks,
      );
      return actions.map(({ id: _, rule: __, variant: ___, ...action }) => action);
    }
    case 'claim': {
      const reward_id = entryOf(program.rewards, happens.reward).id;
      const asked = { program, reward_id, channel: 'web', country: 'US' } as const;
      const variant = happens.reward === 'mug' ? { variant_id: '901' } : {};
      await claimReward(domain.deps, { ...asked, ...variant, customer_merchant_id: happens.customer }, hooks);
      return 'claimed';
    }
    case 'adjust': {
      const { id } = await domain.deps.db
        .selectFrom('customers')
        .select('id')
        .where('program_id', '=', program.id)
        .where('merchant_id', '=', happens.customer)
        .executeTakeFirstOrThrow();
      const given = { program, customer_id: id, points: happens.points, note: null, by: TESTER };
      return adjustPoints(domain.deps, given).then(() => 'adjusted');
    }
    default:
      return undefined;
  }
}

it.each(EXPIRIES)(
  `${STEPS} steps leave the same whichever way each takes, where points expire %s`,
  async (name, expiry) => {
    const twins: Program[] = [];
    while (twins.length < 2) {
      twins.push(await domain.begin({ ...PROGRAM, ...expiring(expiry) }));
      for (const merchant_id of ['ada', 'bob']) await domain.customer({ merchant_id });
    }
    const sent: Record<string, number> = { complete_rule_expiring: 0, claim_reward_expiring: 0 };
    const { hot } = domain.deps;
    const send = hot.run.bind(hot);
    hot.run = (statement, values, owner) => {
      const name = statement.name.replace('_keyed', '');
      if (name in sent) sent[name]! += 1;
      return send(statement, values, owner);
    };
    const seed = 20_261_122 + EXPIRIES.findIndex(([other]) => other === name);
    let since: Step[] = [];
    for (const [index, happens] of fc.sample(step, { numRuns: STEPS, seed }).entries()) {
      since.push(happens);
      if (happens.does === 'wait') {
        domain.clock.advance(happens.hours * HOUR);
        if (happens.hours % 2 === 0) await sweepOnce(domain.deps);
      }
      const seen: unknown[] = [];
      for (const [place, program] of twins.entries()) {
        // Every other request of the fast way has an Idempotency-Key.
        const fast = index % 2 === 0 ? undefined : keyedHooks(domain.clock.real());
        const outcome = await run(program, happens, place === 0 ? fast : ORDINARY).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          return error.code;
        });
        seen.push({ index, happens, outcome });
      }
      expect(seen[0]).toEqual(seen[1]);
      if ((index + 1) % STEPS_TO_COMPARE > 0 && index + 1 < STEPS) continue;
      const [one, other] = await Promise.all(twins.map((program) => comparableRows(domain.deps, program)));
      expect({ since, rows: one }).toEqual({ since, rows: other });
      since = [];
    }
    hot.run = send;
    expect(
      Object.values(sent).every((count) => count >= 10),
      JSON.stringify(sent),
    ).toBe(true);
  },
  240_000,
);
