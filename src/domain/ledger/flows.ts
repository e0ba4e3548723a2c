import { type RawBuilder, sql } from 'kysely';
import { BROUGHT_IN } from './post-pending.ts';

/**
 * How points come into a balance and leave it. Every transaction that changes approved points belongs to exactly one
 * flow for ever: later changes of records, merges and erasures do not move it to another flow.
 */
interface FlowDefinition {
  /** The sign with which the flow enters the roll-forward. `either`: its figure has a sign of its own. */
  sign: '+' | '-' | 'either';
  meaning: string;
  /** The condition on a transaction `t` with its record, as `TRANSACTION_RECORDS` joins it. */
  when: RawBuilder<unknown>;
}

const isClaims = sql`t.resource = 'claimed_reward'`;
const isEarnings = sql`t.resource = 'activity' and flow_activity.name <> ${sql.lit(BROUGHT_IN)}`;

/**
 * Whether the claim of the transaction moves between customers. A merge returns the cost to the merged customer and
 * takes it from the survivor, in one database transaction and in this order. No claim that was given back is paid
 * again. So if a cost is taken again later, a merge had returned it; and if it was taken before, a merge takes it now.
 */
const isMoved = sql`(flow_customer.merged_into is not null
    or exists (select from customers m where m.program_id = t.program_id and m.merged_into = flow_customer.id))
  and exists (
    select from customers family
      join transactions other on other.program_id = t.program_id and other.customer_id = family.id
      where family.program_id = t.program_id
        and (family.id = coalesce(flow_customer.merged_into, flow_customer.id)
          or family.merged_into = coalesce(flow_customer.merged_into, flow_customer.id))
        and other.claimed_reward_id = t.claimed_reward_id and other.points_approved < 0
        and case when t.points_approved > 0 then other.id > t.id else other.id < t.id end)`;

/** The order matters: a transaction belongs to the first flow whose condition it meets. */
export const FLOWS = {
  earned: {
    sign: '+',
    meaning: 'points of rules, when they are approved',
    when: sql`${isEarnings} and t.points_approved > 0`,
  },
  voided: {
    sign: '-',
    meaning: 'earned points that a refund, a cancellation or a decision took back',
    when: sql`${isEarnings} and t.points_approved < 0`,
  },
  added: {
    sign: '+',
    meaning: 'points that somebody added by hand',
    when: sql`flow_adjustment.reason = 'by_hand' and t.points_approved > 0`,
  },
  removed: {
    sign: '-',
    meaning: 'points that somebody removed by hand',
    when: sql`flow_adjustment.reason = 'by_hand' and t.points_approved < 0`,
  },
  imported: {
    sign: 'either',
    meaning: 'points that imports brought, less those that reverts of imports took away',
    when: sql`flow_adjustment.reason = 'opening' or flow_activity.name = ${sql.lit(BROUGHT_IN)}`,
  },
  merged: {
    sign: 'either',
    meaning: 'points that merges moved to customers, less those that they moved away; 0 in the whole program',
    when: sql`flow_adjustment.reason = 'merge' or (${isClaims} and ${isMoved})`,
  },
  redeemed: {
    sign: '-',
    meaning: 'points that customers paid for rewards',
    when: sql`${isClaims} and t.points_approved < 0`,
  },
  refunded: {
    sign: '+',
    meaning: 'points that came back with rewards that were given back or lapsed',
    when: sql`${isClaims} and t.points_approved > 0`,
  },
  expired: {
    sign: '-',
    meaning: 'points that expired unspent',
    when: sql`t.resource = 'expiry'`,
  },
} satisfies Record<string, FlowDefinition>;

export type Flow = keyof typeof FLOWS;
export const FLOW_NAMES = Object.keys(FLOWS) as Flow[];

/**
 * The joins that flows need, after `from … t` for transactions `t`. A transaction without an activity or an adjustment
 * is joined by a key that no row has, as in the csv of transactions.
 */
export const TRANSACTION_RECORDS = sql`
  join customers flow_customer on flow_customer.program_id = t.program_id and flow_customer.id = t.customer_id
  left join activities flow_activity on flow_activity.program_id = t.program_id and flow_activity.id = coalesce(t.activity_id, -t.id)
  left join adjustments flow_adjustment on flow_adjustment.program_id = t.program_id and flow_adjustment.id = coalesce(t.adjustment_id, -t.id)`;

/** The name of the flow of `t`; null if the transaction changes no approved points. */
export const FLOW_OF_TRANSACTION = sql`case when t.points_approved <> 0 then case ${sql.join(
  FLOW_NAMES.map((flow) => sql`when ${FLOWS[flow].when} then ${sql.lit(flow)}`),
  sql` `,
)} end end`;

/** The approved points of `t` as a figure of the flow: with the flow's sign they are the change of the balance. */
export function figureOf(flow: RawBuilder<unknown>): RawBuilder<unknown> {
  const taken = FLOW_NAMES.filter((name) => FLOWS[name].sign === '-').map((name) => sql.lit(name));
  return sql`case when ${flow} in (${sql.join(taken)}) then -t.points_approved else t.points_approved end`;
}

/** The figures of a span, by flow. */
export type FlowFigures = Record<Flow, number>;

/** By how much the flows of a span change the points outstanding: closing less opening. */
export function changeBy(figures: FlowFigures): number {
  return FLOW_NAMES.reduce(
    (sum, flow) => sum + (FLOWS[flow].sign === '-' ? -figures[flow] : figures[flow]),
    0,
  );
}
