import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type ActivityRecord, earn } from '../ledger/activities.ts';
import { clawBack } from '../ledger/clawback.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { takeSparedOf } from '../ledger/take-spared.ts';
import { findRuleUsage, putUsage, usedOnceMore } from '../ledger/usage.ts';
import { type Program, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { awardCompletion } from '../rules/award-completion.ts';
import { listOrderClaims } from './claims-store.ts';
import type { OrderRow } from './order.ts';
import {
  entitlement,
  type OrderEarning,
  type RestatedEarning,
  remainingPointsOf,
} from './restated-earnings.ts';
import type { Parties } from './undo-order.ts';

type AwardDeps = Parameters<typeof awardCompletion>[1];

/**
 * Brings one customer's points by one rule for a corrected order to the amount that the corrected order earns. It takes
 * surplus points, newest first, or gives points again that were taken too much, as a new activity with its own
 * transaction. Points that expired meanwhile stay gone; spared points are taken from the points that are given.
 * `parties` holds the locked customer; its row there is replaced.
 */
export async function restateEarning(
  tx: Tx,
  deps: Pick<Deps, 'clock'> & AwardDeps,
  program: Program,
  {
    order,
    earning,
    restated,
    parties,
  }: { order: OrderRow; earning: OrderEarning; restated: RestatedEarning; parties: Parties },
): Promise<void> {
  const customer = parties.get(earning.customer_id)!;
  const at = entryMoment(deps.clock.now(program), customer);
  const { activities } = earning;
  if (activities.every(({ value }) => value === 0)) {
    const after = await giveRewardAgain(tx, deps, program, customer, { order, earning, at });
    parties.set(after.id, after);
    return;
  }
  const entitled = entitlement(restated, earning.resource === 'order' ? order.refunded_minor : 0);
  const remaining = remainingPointsOf(activities);
  const forgone = activities.reduce((sum, activity) => sum + activity.forgone, 0);
  const owed = entitled - remaining - forgone;
  if (remaining > entitled) {
    parties.set(
      customer.id,
      await takeNewestFirst(tx, program, customer, activities, remaining - entitled, at),
    );
  } else if (owed > 0) {
    parties.set(
      customer.id,
      await giveAgain(tx, program, customer, { order, earning, restated, points: owed, at }),
    );
  }
}

/** Takes points of the given activities of the locked customer that still stand, newest first. */
export async function takeNewestFirst(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  activities: readonly ActivityRecord[],
  points: number,
  at: number,
): Promise<CustomerRow> {
  let after = customer;
  let left = points;
  for (const activity of [...activities].reverse()) {
    const part = Math.min(left, remainingPointsOf([activity]));
    if (part <= 0) continue;
    after = await clawBack(tx, program, after, activity, activity.taken_back + part, at);
    left -= part;
  }
  return after;
}

async function giveAgain(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  {
    order,
    earning: { rule_id, resource, activities },
    restated: { basis },
    points,
    at,
  }: { order: OrderRow; earning: OrderEarning; restated: RestatedEarning; points: number; at: number },
): Promise<CustomerRow> {
  const rule = program.rule(rule_id);
  if (rule && remainingPointsOf(activities) === 0)
    await takePlace(tx, program, customer, rule, order.date, at);
  const { name, channel, date } = activities[0]!;
  const wasApproved = activities.some(({ state }) => state === 'approved' || state === 'void');
  const approvesAt = order.paid_at === null ? null : order.paid_at + (rule?.approval_period_ms ?? 0);
  const waits = !wasApproved && (approvesAt === null || approvesAt > at);
  const { customer: given } = await earn(tx, program, customer, {
    rule_id,
    name,
    merchant_id: null,
    value: points,
    state: waits ? 'pending' : 'approved',
    approves_at: waits ? approvesAt : null,
    date,
    at,
    resource,
    order_id: order.id,
    basis,
    channel,
  });
  return waits ? given : takeSparedOf(tx, program, given, activities, points, at);
}

async function takePlace(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  rule: Parameters<typeof findRuleUsage>[2],
  date: number,
  at: number,
): Promise<void> {
  const zone = program.site(customer.site_id)!.time_zone;
  const usage = await findRuleUsage(tx, customer, rule, zone, at);
  await putUsage(tx, customer, rule.id, usedOnceMore(usage, rule.limit, zone, at, date));
}

/**
 * Gives a reward again if one is left and the order is paid. A reward that the undone order did not take back, because
 * it was used, handed over or expired, is not given twice: it completes the rule again.
 */
async function giveRewardAgain(
  tx: Tx,
  deps: AwardDeps,
  program: Program,
  customer: CustomerRow,
  {
    order,
    earning: { rule_id, activities, resource },
    at,
  }: { order: OrderRow; earning: OrderEarning; at: number },
): Promise<CustomerRow> {
  const rule = program.rule(rule_id);
  const stands = activities.some(({ state }) => state === 'pending' || state === 'approved');
  const variant = rule && variantFor(rule, customer.tier_id);
  if (stands || order.paid_at === null || !rule || variant?.result.kind !== 'reward') return customer;
  const completion = {
    state: 'approved',
    approves_at: null,
    date: order.date,
    at,
    channel: order.channel,
  } as const;
  const ids = new Set<number | null>(activities.map(({ id }) => id));
  const claims = await listOrderClaims(tx, order);
  if (claims.some(({ activity_id, state }) => ids.has(activity_id) && state !== 'void')) {
    await takePlace(tx, program, customer, rule, order.date, at);
    const again = { ...completion, rule_id, name: rule.name, merchant_id: null, value: 0, basis: null };
    return (await earn(tx, program, customer, { ...again, resource, order_id: order.id })).customer;
  }
  const awarded = await awardCompletion(tx, deps, program, customer, rule, {
    variant,
    points: 0,
    ...completion,
    source: { resource, order_id: order.id },
  });
  return awarded?.customer ?? customer;
}
