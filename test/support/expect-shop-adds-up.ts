import { sql } from 'kysely';
import { expect } from 'vitest';
import { countInWindow, type LimitState, limitState, windowStart } from '../../src/domain/core/limits.ts';
import { rehearse } from '../../src/domain/core/rehearse.ts';
import type { Tx } from '../../src/domain/core/transaction.ts';
import { refreshNextDue } from '../../src/domain/ledger/due.ts';
import { entryMoment, lockOwner } from '../../src/domain/ledger/lock-customer.ts';
import { countClaims } from '../../src/domain/ledger/reward-usage.ts';
import { countCompletions, isOfOtherTerms } from '../../src/domain/ledger/usage.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { reviewUpgrade } from '../../src/domain/tiers/review-tier.ts';
import { expectCustomersBalanced } from './expect-ledger-balanced.ts';
import type { TestDomain } from './test-domain.ts';

/**
 * Whatever happened: counters are sums, a stock is what claims left of it, an order gave the reward of a rule once, a gift
 * card is what its uses left, no undone order holds a reward that points paid, limits count what there is, what is due
 * stands on the customer, and nobody waits for a tier.
 */
export async function expectShopAddsUp(domain: TestDomain): Promise<void> {
  const { deps, program } = domain;
  const customers = await deps.db
    .selectFrom('customers')
    .select(['id', 'merged_into'])
    .where('program_id', '=', program.id)
    .execute();
  await expectCustomersBalanced(
    deps,
    program,
    customers.map(({ id }) => id),
  );
  expect(await wrongRows(domain)).toEqual([]);
  for (const { id, merged_into } of customers) if (merged_into === null) await expectInOrder(domain, id);
}

async function wrongRows({ deps, program: { id } }: TestDomain): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a stock' as wrong, s.reward_id as id from reward_stock s
      where s.program_id = ${id} and s.initial - s.remaining + s.overdrawn <> (
        select coalesce(sum(quantity), 0) from claimed_rewards c
          where c.program_id = s.program_id and c.reward_id = s.reward_id and c.state not in ('void', 'declined')
            and s.variant_id = any(c.stock_variant_ids))
    union all select 'a stock below nothing', reward_id from reward_stock where program_id = ${id} and remaining < 0
    union all select 'a reward given twice', a.order_id from claimed_rewards c
      join activities a on a.program_id = c.program_id and a.id = c.activity_id
      where c.program_id = ${id} and c.state <> 'void' and a.state in ('approved', 'pending') and a.order_id is not null
      group by a.order_id, a.rule_id having count(*) > 1
    union all select 'a gift card', r.id from claimed_rewards r
      where r.program_id = ${id} and r.initial_balance_minor - r.current_balance_minor <> (
        select coalesce(sum(amount_minor), 0) from gift_card_uses u
          where u.program_id = r.program_id and u.claimed_reward_id = r.id and u.returned_at is null)
    union all select 'a reward of an undone order', c.id from claimed_rewards c
      join orders o on o.program_id = c.program_id and (o.id = c.used_by_order_id or o.merchant_key = c.used_by_order_key)
      where c.program_id = ${id} and (o.cancelled_at is not null or o.refund_status = 'refunded') and c.points_cost > 0
        and c.state = 'approved' and c.usage_status = 'used' and c.initial_balance_minor is null
    union all select 'a card’s money in an undone order', u.claimed_reward_id from gift_card_uses u
      join orders o on o.program_id = u.program_id and o.merchant_key = u.order_key
      where u.program_id = ${id} and (o.cancelled_at is not null or o.refund_status = 'refunded') and u.returned_at is null`.execute(
    deps.db,
  );
  return rows;
}

/** Nothing of it is written. */
async function expectInOrder({ deps, program, clock }: TestDomain, id: number): Promise<void> {
  await rehearse(deps, async (tx) => {
    const row = await lockOwner(tx, program.id, id);
    const now = clock.real();
    const { next_due_at } = await refreshNextDue(tx, program, row);
    if (next_due_at !== null)
      expect(row.next_due_at ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next_due_at);
    const zone = program.site(row.site_id)!.time_zone;
    const shown = row.erased_at === null ? await shownLimits(deps, program, id, tx) : undefined;
    const counters = await tx
      .selectFrom('usage_counters')
      .selectAll()
      .where('program_id', '=', program.id)
      .where('customer_id', '=', id)
      .execute();
    for (const { subject_id, ...counter } of counters) {
      const rule = program.rule(subject_id);
      const reward = program.reward(subject_id);
      const { key, limit } = (rule ?? reward)!;
      const counted = rule
        ? await countCompletions(tx, row, rule, zone, now)
        : await countClaims(tx, row, reward!, zone, now);
      if (!isOfOtherTerms(counter, limit, zone, now))
        expect([key, countInWindow(limit, counter, zone, now)]).toEqual([key, counted]);
      const right = { ...counter, window_start: windowStart(limit, zone, now), window_count: counted };
      if (shown) expect([key, shown.get(subject_id)]).toEqual([key, limitState(limit, right, zone, now)]);
    }
    const isDue = row.next_due_at !== null && row.next_due_at <= now;
    if (!isDue) {
      const reviewed = await reviewUpgrade(tx, deps, program, row, entryMoment(now, row));
      expect(reviewed.tier_id).toBe(row.tier_id);
    }
  });
}

/** The use of each rule's and reward's limit, as a storefront shows it. */
async function shownLimits(
  deps: TestDomain['deps'],
  program: Program,
  customer_id: number,
  tx: Tx,
): Promise<ReadonlyMap<number, LimitState>> {
  const question = { program, customer_id, channel: 'web', country: 'US' } as const;
  const { rules, rewards } = await loadStorefrontCustomer(deps, question, tx);
  return new Map([
    ...rules.map(({ rule, limit }) => [rule.id, limit] as const),
    ...rewards.map(({ reward, limit }) => [reward.id, limit] as const),
  ]);
}
