import type { Deps } from '../../deps.ts';
import { issueClaim } from '../claims/issue-claim.ts';
import { stockVariants } from '../claims/new-claim.ts';
import { takeStock } from '../claims/store.ts';
import { type Earning, earn } from '../ledger/activities.ts';
import { findRuleUsage, putUsage, usedOnceMore } from '../ledger/usage.ts';
import {
  type Channel,
  type Program,
  type Reward,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';

/** What completing a rule gave. */
export type RuleAction =
  | {
      kind: 'earned_points_from_rule';
      id: number;
      rule: Rule;
      variant: RuleVariant;
      date: number;
      state: 'pending' | 'approved';
      points: number;
      approves_at: number | null;
      expires_at: number | null;
    }
  | {
      kind: 'received_reward';
      id: number;
      rule: Rule;
      variant: RuleVariant;
      reward: Reward;
      date: number;
      state: 'approved';
      title: string;
      claimed_reward_id: number;
    };

export interface Award {
  variant: RuleVariant;
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
  /** When the completion took place, for history and limits; `at` is when it is recorded. */
  date: number;
  at: number;
  channel: Channel | null;
  source?: Pick<Earning, 'resource' | 'order_id' | 'basis'>;
}

/**
 * Records a completion that was decided: its activity, its points or its reward, its place in the limit.
 * undefined, and nothing is recorded, where the reward that the rule gives is out of stock.
 */
export async function awardCompletion(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  rule: Rule,
  award: Award,
): Promise<{ customer: CustomerRow; action: RuleAction } | undefined> {
  const { result } = award.variant;
  const reward = result.kind === 'reward' ? program.reward(result.reward_id)! : undefined;
  if (reward && !(await takeStock(tx, program.id, reward.id, stockVariants(reward, null)))) return undefined;

  const zone = program.site(customer.site_id)!.time_zone;
  const usage = await findRuleUsage(tx, customer, rule, zone, award.at);
  await putUsage(tx, customer, rule.id, usedOnceMore(usage, rule.limit, zone, award.at, award.date));
  const earned = await earn(tx, program, customer, {
    rule_id: rule.id,
    name: rule.name,
    merchant_id: null,
    value: award.points,
    state: award.state,
    approves_at: award.approves_at,
    date: award.date,
    at: award.at,
    resource: award.source?.resource ?? null,
    order_id: award.source?.order_id ?? null,
    basis: award.source?.basis ?? null,
    channel: award.channel,
  });
  const common = { id: earned.activity_id, rule, variant: award.variant, date: award.date };
  if (!reward) {
    return {
      customer: earned.customer,
      action: {
        kind: 'earned_points_from_rule',
        ...common,
        state: award.state,
        points: award.points,
        approves_at: award.approves_at,
        expires_at: null,
      },
    };
  }
  const issued = await issueClaim(
    tx,
    deps,
    program,
    earned.customer,
    reward,
    variantFor(reward, customer.tier_id),
    {
      source: { kind: 'rule_completion', id: rule.id, activity_id: earned.activity_id },
      points_cost: 0,
      variant_id: null,
      cart_id: null,
      platform_action_id: null,
      session: null,
      channel: award.channel,
    },
    award.at,
  );
  return {
    customer: issued.customer,
    action: {
      kind: 'received_reward',
      ...common,
      reward,
      state: 'approved',
      title: issued.title,
      claimed_reward_id: issued.claimed_reward_id,
    },
  };
}
