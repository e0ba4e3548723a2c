import { limitState, type UsageCounter } from '../core/limits.ts';
import type { RefusalReason } from '../core/refusal-reason.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import {
  type Program,
  type Reward,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import { completionRefusals } from '../rules/decide-completion.ts';
import { clawedBack, type EarningBasis } from './clawed-back.ts';
import { type CountedOrder, countedAmount, refundableAmount } from './counted-amount.ts';
import { purchasePoints } from './purchase-points.ts';

/** The reason why a rule gives nothing for an order. */
export type NoEarning =
  | 'not_for_this_order'
  | 'order_undone'
  | 'customer_blocked'
  | 'customer_not_enrolled'
  | 'rule_not_enabled_for_customer'
  | 'rule_limit_reached'
  | 'less_than_a_point'
  | 'order_not_paid'
  | 'reward_out_of_stock';

/** The facts that a decision rests on. Moments in ms, amounts in minor units of the program's currency. */
interface OrderFacts {
  order: CountedOrder & {
    date: number;
    /** null: not paid yet. */
    paid_at: number | null;
    refunded_minor: number;
    /** Wholly refunded or cancelled. */
    is_undone: boolean;
  };
  buyer: Pick<CustomerRow, 'enrolled_at' | 'blocked_at' | 'tier_id'>;
  /** The time zone of the buyer's home site. */
  zone: string;
  /** The buyer's usage of a rule in the window of the order's date; absent: never completed. */
  usage: ReadonlyMap<number, UsageCounter | undefined>;
  /** The supply of a reward that a rule gives; absent: unlimited, or known only when one is taken. */
  left: ReadonlyMap<number, number>;
  /** The moment at which it is recorded. */
  at: number;
}

/** The result of a purchase rule for an order. */
export interface RuleDecision {
  rule: Rule;
  variant: RuleVariant;
  /** The amount that the rule counts; null: the rule does not apply to such an order. */
  counted_minor: number | null;
  /** null: the rule gives its result. */
  reason: NoEarning | null;
  /** The points earned, before refunds. */
  points: number;
  /** How many of the points the amount already refunded takes back at once. */
  taken_back: number;
  /** The basis of the points; null if there are none. */
  basis: EarningBasis | null;
  reward: Reward | null;
  state: 'pending' | 'approved';
  /** The moment at which the points are approved; null: not before the payment, or there are none. */
  approves_at: number | null;
  /** With rule_limit_reached, the moment at which the limit lifts; null: never. */
  resets_at: number | null;
}

/** The points of nine thousand such orders still add up to an exact integer. */
export const MAX_POINTS_OF_AN_ORDER = 1_000_000_000_000;

/** By the rules of a program, which are never changed in place. */
const purchaseRulesOf = new WeakMap<readonly Rule[], readonly Rule[]>();

/** The rules that orders complete. */
export function purchaseRules({ rules }: Pick<Program, 'rules'>): readonly Rule[] {
  let held = purchaseRulesOf.get(rules);
  if (!held) {
    held = rules.filter((rule) => isCompletedBy(rule, 'order'));
    purchaseRulesOf.set(rules, held);
  }
  return held;
}

/**
 * Decides, rule by rule in the order of the program's file, the points and rewards that an order gives its buyer. The
 * preview and the recording of an order both use this one decision. Pure. If one rule takes stock, the next rule finds
 * it taken. Guests and blocked customers get nothing. Points of an unpaid order wait for its payment. A reward cannot
 * wait, so an unpaid order gives none. An empty stock gives none either.
 */
export function decideOrder(program: Program, facts: OrderFacts): RuleDecision[] {
  const left = new Map(facts.left);
  return purchaseRules(program).map((rule) => {
    const decision = decideRule(program, rule, facts, left);
    const { reason, reward } = decision;
    if (reason === null && reward && left.has(reward.id)) left.set(reward.id, left.get(reward.id)! - 1);
    return decision;
  });
}

function decideRule(
  program: Program,
  rule: Rule,
  facts: OrderFacts,
  left: ReadonlyMap<number, number>,
): RuleDecision {
  const { order, buyer, zone, usage } = facts;
  const variant = variantFor(rule, buyer.tier_id);
  const { result } = variant;
  const counted = countedAmount(program, rule, order);
  const earning =
    result.kind === 'points' && counted !== undefined ? purchasePoints(result, counted) : undefined;
  const earned = Math.min(earning?.points ?? 0, MAX_POINTS_OF_AN_ORDER);
  const reason = ((): NoEarning | null => {
    if (counted === undefined) return 'not_for_this_order';
    if (order.is_undone) return 'order_undone';
    const reasons = [...completionRefusals(rule, undefined, buyer, usage.get(rule.id), zone, order.date)];
    const closed = reasons.find(({ code }) => code !== 'customer_not_enrolled');
    if (closed) return reasonOf(closed);
    if (result.kind === 'points' && earned === 0) return 'less_than_a_point';
    // This check of the buyer comes last. A guest's order earns after the enrolment, but only if nothing else prevents
    // it.
    if (reasons[0]) return reasonOf(reasons[0]);
    if (result.kind === 'points') return null;
    if (order.paid_at === null) return 'order_not_paid';
    return (left.get(result.reward_id) ?? 1) <= 0 ? 'reward_out_of_stock' : null;
  })();
  const points = reason === null ? earned : 0;
  const basis = points > 0 && earning ? { ...earning.basis, ...refundable(program, order, counted!) } : null;
  return {
    rule,
    variant,
    counted_minor: counted ?? null,
    reason,
    points,
    taken_back: clawedBack(points, basis, order.refunded_minor),
    basis,
    reward: result.kind === 'reward' ? program.reward(result.reward_id)! : null,
    ...approvalOf(rule, facts, points),
    resets_at: reason === 'rule_limit_reached' ? resetOf(rule, facts) : null,
  };
}

function reasonOf({ code }: RefusalReason): NoEarning {
  switch (code) {
    case 'customer_blocked':
    case 'customer_not_enrolled':
    case 'rule_not_enabled_for_customer':
    case 'rule_limit_reached':
      return code;
    default:
      throw new Error(`${code} does not stand in the way of an order`);
  }
}

/** The approval period begins with the payment. */
function approvalOf(
  rule: Rule,
  { order, at }: OrderFacts,
  points: number,
): Pick<RuleDecision, 'state' | 'approves_at'> {
  if (points === 0) return { state: 'approved', approves_at: null };
  if (order.paid_at === null) return { state: 'pending', approves_at: null };
  const approves_at = Math.max(at, order.paid_at + rule.approval_period_ms);
  return { state: approves_at > at ? 'pending' : 'approved', approves_at };
}

function resetOf(rule: Rule, { usage, zone, order }: OrderFacts): number | null {
  const limit = limitState(rule.limit, usage.get(rule.id), zone, order.date);
  return limit.state === 'limit_reached_until_reset' ? limit.resets_at : null;
}

/** It is kept with the points, because the program may count in another way at the time of a refund. */
function refundable(
  program: Program,
  order: CountedOrder,
  counted: number,
): Pick<EarningBasis, 'refundable_minor'> {
  const refundable_minor = refundableAmount(program, order);
  return refundable_minor === counted ? {} : { refundable_minor };
}
