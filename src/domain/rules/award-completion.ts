import { issueClaim } from '../claims/issue-claim.ts';
import { givenClaim } from '../claims/new-claim.ts';
import { reserveInventory } from '../claims/reserve-inventory.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type Earning, earn } from '../ledger/activities.ts';
import { pointsExpireAt } from '../ledger/points-expiry.ts';
import { findRuleUsage, putUsage, usedOnceMore } from '../ledger/usage.ts';
import {
  type Program,
  type Reward,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';

/** The result of completing a rule. */
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
  /** The moment of the completion, for history and limits; `at` is the moment of the record. */
  date: number;
  at: number;
  channel: Channel | null;
  /** False: the caller reviews the tier itself, after all results of the same occasion. */
  reviews_tier?: false;
  source?: Partial<Pick<Earning, 'merchant_id' | 'resource' | 'order_id' | 'basis'>>;
}

/** A rule gives one of a reward. */
const ONE = { variant_id: null, quantity: 1 };

/**
 * Records a completion that was decided: its activity, its points or its reward, its place in the limit. In a program
 * with tiers by points, points approved at once may raise the tier. Returns undefined and records nothing if the rule's
 * reward is out of stock.
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
  const inventory = reward && (await reserveInventory(tx, program.id, reward, ONE, award.at));
  if (reward && !inventory) return undefined;

  const zone = program.site(customer.site_id)!.time_zone;
  const usage = await findRuleUsage(tx, customer, rule, zone, award.at);
  await putUsage(tx, customer, rule.id, usedOnceMore(usage, rule.limit, zone, award.at, award.date));
  const earned = await earn(tx, program, customer, {
    rule_id: rule.id,
    name: rule.name,
    merchant_id: award.source?.merchant_id ?? null,
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
  if (reward && inventory) {
    const source = { kind: 'rule_completion', id: rule.id, activity_id: earned.activity_id } as const;
    const request = givenClaim(source, inventory, award.channel);
    const tierVariant = variantFor(reward, customer.tier_id);
    const given = await issueClaim(tx, deps, program, earned.customer, {
      reward,
      variant: tierVariant,
      request,
      at: award.at,
    });
    return {
      customer: given.customer,
      action: {
        kind: 'received_reward',
        ...common,
        reward,
        state: 'approved',
        title: given.title,
        claimed_reward_id: given.claimed_reward_id,
      },
    };
  }
  const counts =
    program.settings.tier_boundary_mode === 'points' &&
    award.state === 'approved' &&
    award.points > 0 &&
    award.reviews_tier !== false;
  return {
    customer: counts ? await reviewUpgrade(tx, deps, program, earned.customer, award.at) : earned.customer,
    action: {
      kind: 'earned_points_from_rule',
      ...common,
      state: award.state,
      points: award.points,
      approves_at: award.approves_at,
      expires_at: award.points > 0 ? pointsExpireAt(program, zone, award.date) : null,
    },
  };
}
