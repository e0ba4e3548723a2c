import type { ActivityRecord } from '../ledger/activities.ts';
import type { Program } from '../programs/configuration.ts';
import { clawedBack, type EarningBasis } from './clawed-back.ts';
import { countedAmount, refundableAmount } from './counted-amount.ts';
import type { OrderRow } from './order.ts';
import { purchasePoints } from './purchase-points.ts';

/** The earning of a corrected order by one rule before refunds, and the money that refunds are a part of. */
export interface RestatedEarning {
  value: number;
  basis: EarningBasis | null;
}

/** By rule id. An order that was never corrected has none: each activity stands for itself. */
export type RestatedEarnings = ReadonlyMap<number, RestatedEarning>;

/** The activities of one customer by one rule for an order: the first, and those that gave points again. */
export interface OrderEarning {
  customer_id: number;
  rule_id: number;
  resource: 'order' | 'referral';
  /** Oldest first. */
  activities: ActivityRecord[];
}

export function groupEarnings(activities: readonly ActivityRecord[]): OrderEarning[] {
  const groups = new Map<string, OrderEarning>();
  for (const activity of activities) {
    const { customer_id, rule_id, resource } = activity;
    if (rule_id === null || resource === null) continue;
    const key = `${customer_id} ${rule_id} ${resource}`;
    const group = groups.get(key) ?? { customer_id, rule_id, resource, activities: [] };
    group.activities.push(activity);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * The earning of an order by a rule after its contents are edited, at the rate at which it was earned. For a rule that
 * the program no longer has, it is in proportion to the money of the order.
 */
export function restate(
  program: Program,
  before: OrderRow,
  order: OrderRow,
  { rule_id, activities }: OrderEarning,
  known: RestatedEarning | undefined,
): RestatedEarning {
  const first = activities[0]!;
  const earned = known ?? { value: first.value, basis: first.basis as EarningBasis | null };
  const { basis } = earned;
  if (basis === null) return earned;
  const rule = program.rule(rule_id);
  const money = refundableAmount(program, order);
  const counts = rule
    ? countedAmount(program, rule, order)
    : scaled(basis.amount_minor, money, refundableAmount(program, before));
  const counted = counts ?? 0;
  const { points, per_currency_unit_minor } = basis;
  const restated =
    counts === undefined
      ? 0
      : purchasePoints({ kind: 'points', points, per_currency_unit_minor }, counted).points;
  return {
    value: restated,
    basis: {
      amount_minor: counted,
      points,
      per_currency_unit_minor,
      ...(money !== counted && { refundable_minor: money }),
    },
  };
}

function scaled(amount: number, to: number, from: number): number {
  return from <= 0 ? 0 : Number((BigInt(amount) * BigInt(to)) / BigInt(from));
}

/** The points that an earning is worth after the refunds of its order. */
export function entitlement({ value, basis }: RestatedEarning, refundedMinor: number): number {
  return value - clawedBack(value, basis, refundedMinor);
}

/** The points of the given activities that still stand. */
export function remainingPointsOf(activities: readonly ActivityRecord[]): number {
  return activities
    .filter(({ state }) => state === 'pending' || state === 'approved')
    .reduce((sum, { value, taken_back }) => sum + value - taken_back, 0);
}
