import fc from 'fast-check';
import type { Limit } from '../../src/domain/core/limits.ts';
import { isLimitReached, limitState } from '../../src/domain/core/limits.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { findRewardUsage } from '../../src/domain/ledger/reward-usage.ts';
import { findRuleUsage } from '../../src/domain/ledger/usage.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import {
  programSettings,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from './factories.ts';
import { orderInput } from './orders.ts';
import type { TestDomain } from './test-domain.ts';

const DAY = 24 * 3_600_000;
export const BEGIN = Date.parse('2026-01-20T09:30:00Z');
const CUSTOMERS = ['anna', 'ben', 'cleo', 'dan', 'eve'] as const;

const limit: fc.Arbitrary<Limit | null> = fc.constantFrom(
  null,
  { count: 1, interval: null },
  { count: 2, interval: 'month' },
  { count: 2, interval: 'year' },
  { count: 1, interval: 'week' },
);

const membership = fc.constantFrom<ProgramSettings['tier_membership'][]>(
  { mode: 'lifetime' },
  { mode: 'rolling', duration_months: 12 },
  { mode: 'rolling', duration_months: 5 },
  { mode: 'calendar', starts_on: { month: 1, day: 1 }, window_months: 6, windows: 2 },
  { mode: 'calendar', starts_on: { month: 3, day: 31 }, window_months: 12, windows: 1 },
  { mode: 'enrollment_anniversary', windows: 1 },
);

const expiry = fc.constantFrom<ProgramSettings['points_expiry'][]>(
  null,
  null,
  { mode: 'inactivity_since_purchase', duration_months: 3 },
  { mode: 'inactivity_since_purchase', duration_months: 9 },
  { mode: 'inactivity_since_balance_change', duration_months: 6 },
  { mode: 'after_earning', duration_months: 12 },
  { mode: 'after_earning', duration_months: 7 },
  { mode: 'calendar_date', month: 2, day: 28 },
  { mode: 'calendar_date', month: 10, day: 31 },
);

/** A program of up to four tiers, a rule and a reward, each with a limit. */
export const anyDefinition: fc.Arbitrary<Omit<ProgramDefinition, 'key'>> = fc
  .record({
    zone: fc.constantFrom('America/New_York', 'America/New_York', 'Asia/Tokyo'),
    mode: fc.constantFrom('spend' as const, 'spend' as const, 'orders' as const, 'points' as const),
    membership,
    expiry,
    silver: fc.constantFrom(1, 2, 3),
    gold: fc.constantFrom(4, 5, 6),
    without: fc.constantFrom(null, null, null, 'base', 'silver', 'gold', 'all'),
    platinum: fc.boolean(),
    ruleLimit: limit,
    rewardLimit: limit,
    stock: fc.constantFrom(null, 3, 6),
    rewardEnabled: fc.constantFrom(true, true, false),
  })
  .map((any) => {
    const unit = any.mode === 'spend' ? 10_000 : any.mode === 'points' ? 100 : 1;
    const bounds: [string, number][] = [
      ['base', 0],
      ['silver', any.silver * unit],
      ['gold', any.gold * unit],
    ];
    if (any.platinum) bounds.push(['platinum', 8 * unit]);
    const kept = bounds.filter(([key]) => any.without !== 'all' && any.without !== key);
    return {
      name: 'Shop',
      currency: 'USD',
      test: false,
      settings: programSettings({
        enrol_on_sight: false,
        tier_boundary_mode: any.mode,
        tier_membership: kept.length > 0 ? any.membership : null,
        points_expiry: any.expiry,
      }),
      sites: [{ key: 'main', definition: siteDefinition({ time_zone: any.zone }) }],
      // The lowest tier begins at 0, whichever it is.
      tiers: kept.map(([key, lower_bound], index) => ({
        key,
        definition: tierDefinition({ name: key, lower_bound: index === 0 ? 0 : lower_bound }),
      })),
      benefits: [],
      rules: [
        { key: 'follow', definition: ruleDefinition({ limit: any.ruleLimit }) },
        {
          key: 'buy',
          definition: ruleDefinition({
            kind: 'purchase',
            properties: {},
            result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
          }),
        },
      ],
      rewards: [
        {
          key: 'card',
          definition: rewardDefinition({
            enabled: any.rewardEnabled,
            cost: { kind: 'fixed', points: 10 },
            limit: any.rewardLimit,
            stock: any.stock,
          }),
        },
      ],
    };
  });

/** A step of a history, so many hours after the one before. */
export const anyStep = fc.record({
  hours: fc.constantFrom(1, 30, 24 * 9, 24 * 31, 24 * 70),
  customer: fc.constantFrom(...CUSTOMERS),
  action: fc.oneof(
    fc.record({ kind: fc.constant('order' as const), total: fc.constantFrom(5_000, 10_000, 20_000, 40_000) }),
    fc.constant({ kind: 'follow' as const }),
    fc.constant({ kind: 'claim' as const }),
    fc.constant({ kind: 'block' as const }),
  ),
});
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/**
 * Plays a history in the domain's program, from BEGIN on. A step that is refused changes nothing. Eve is a guest who
 * bought ten months before, and enrols with her first step that is no order.
 */
export async function play(domain: TestDomain, steps: readonly Step[]): Promise<void> {
  domain.turnTo(BEGIN);
  for (const merchant_id of CUSTOMERS) {
    const { id } = await domain.customer({ merchant_id });
    if (merchant_id !== 'eve') await domain.enrol(id);
    domain.clock.advance(DAY * 3);
  }
  let orders = 0;
  const order = async (customer_id: string, total_minor: number, date: number | null) => {
    orders += 1;
    const told = { customer_id, merchant_id: `order-${orders}`, total_minor, date };
    await recordOrder(domain.deps, orderInput(domain.program, told));
  };
  await order('eve', 40_000, BEGIN - 300 * DAY);
  for (const { hours, customer, action } of steps) {
    domain.clock.advance((hours * DAY) / 24);
    await sweepOnce(domain.deps);
    if (customer === 'eve' && action.kind !== 'order') {
      const eve = (await customersOf(domain, domain.program)).find(
        ({ merchant_id }) => merchant_id === 'eve',
      )!;
      await domain.enrol(eve.id);
    }
    if (action.kind === 'order') await order(customer, action.total, null);
    else if (action.kind === 'follow') {
      await domain.complete('follow', { customer }).catch(() => undefined);
    } else if (action.kind === 'claim') {
      await domain.claim('card', {}, { customer }).catch(() => undefined);
    } else if (customer === 'dan') {
      const dan = (await customersOf(domain, domain.program)).find(
        ({ merchant_id }) => merchant_id === 'dan',
      )!;
      await domain.block(dan.id);
    }
  }
  domain.clock.advance(DAY);
  await sweepOnce(domain.deps);
}

export async function customersOf(domain: TestDomain, program: Program): Promise<CustomerRow[]> {
  return domain.deps.db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', program.id)
    .orderBy('id')
    .execute();
}

/** The names of the limits that a customer has reached, as a decision finds them. */
export async function reachedLimits(
  domain: TestDomain,
  program: Program,
  customer: CustomerRow,
): Promise<string[]> {
  const now = domain.clock.now(program);
  const zone = program.site(customer.site_id)!.time_zone;
  return runInTransaction(domain.deps, undefined, async (tx) => {
    const reached: string[] = [];
    for (const rule of program.rules) {
      const usage = await findRuleUsage(tx, customer, rule, zone, now);
      if (isLimitReached(limitState(rule.limit, usage, zone, now))) reached.push(`rule:${rule.key}`);
    }
    for (const reward of program.rewards) {
      const usage = await findRewardUsage(tx, customer, reward, zone, now);
      if (isLimitReached(limitState(reward.limit, usage, zone, now))) reached.push(`reward:${reward.key}`);
    }
    return reached;
  });
}
