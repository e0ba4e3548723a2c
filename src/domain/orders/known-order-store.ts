import type { NamedStatements } from '../../db/named-statements.ts';
import { msOf } from '../../db/timestamps.ts';
import { anyRow, noRow } from '../core/any-row.ts';
import type { ActivityRecord } from '../ledger/activities.ts';
import type { Program } from '../programs/configuration.ts';
import {
  ASKED_OF_MEMBER,
  askedOfMember,
  MEMBER,
  type MemberAnswer,
  readMember,
  statementBySource,
} from '../rules/member-snapshot.ts';
import { factSource } from '../tiers/fact-store.ts';
import type { OrderRow } from './order.ts';
import { MAY_BE_BROUGHT, type OrderSnapshot } from './order-snapshot-store.ts';

/** The part of a recorded order that a new state of it rests on. */
export type KnownOrder = Pick<
  OrderRow,
  | 'customer_id'
  | 'total_minor'
  | 'shipping_minor'
  | 'tax_minor'
  | 'discounts_minor'
  | 'paid_minor'
  | 'refunded_minor'
  | 'spend_minor'
  | 'payment_status'
  | 'refund_status'
  | 'cancelled_at'
  | 'paid_at'
  | 'currency'
  | 'currency_rate'
  | 'channel'
  | 'line_items'
  | 'earns'
  | 'awaits_enrolment'
  | 'date'
> & { order_id: number };

export type OrderActivity = Pick<
  ActivityRecord,
  | 'id'
  | 'customer_id'
  | 'rule_id'
  | 'resource'
  | 'value'
  | 'state'
  | 'approves_at'
  | 'resolved_at'
  | 'taken_back'
  | 'forgone'
  | 'basis'
>;

/** Everything that decides a new state of a recorded order, read in one snapshot without a lock. */
export interface KnownOrderSnapshot extends OrderSnapshot {
  order: KnownOrder;
  /** Oldest first. */
  activities: OrderActivity[];
  /** The payment of the order may complete a referral. */
  may_complete: boolean;
  /** Points of the buyer have expired or have lots. */
  has_expiries: boolean;
}

const snapshotStatement = statementBySource(
  'known_order_snapshot',
  (source) => `
select q.ord, o.id as order_id, o.customer_id, o.total_minor, o.shipping_minor, o.tax_minor, o.discounts_minor, o.paid_minor,
    o.refunded_minor, o.spend_minor, o.payment_status, o.refund_status, o.cancelled_at, o.paid_at, o.currency, o.currency_rate,
    o.channel, case when q.needs_lines then o.line_items else '[]' end as line_items, o.earns, o.awaits_enrolment, o.date, ${MEMBER(source)},
    (select json_agg(json_build_object('id', id, 'customer_id', customer_id, 'rule_id', rule_id, 'resource', resource, 'value', value,
        'state', state, 'approves_at', ${msOf('approves_at')}, 'resolved_at', ${msOf('resolved_at')}, 'taken_back', taken_back,
        'forgone', forgone, 'basis', basis) order by id)
      from activities where program_id = $1::bigint and order_id = o.id) as activities,
    c.merged_into is not null
    or ${noRow('order_states where program_id = $1::bigint and order_id = o.id')}
    or ${anyRow(`order_states where program_id = $1::bigint and order_id = o.id and source = 'correction'`)}
    or ${anyRow('claimed_rewards where program_id = $1::bigint and used_by_order_id = o.id and customer_id <> o.customer_id')}
    or ${anyRow('claimed_rewards where program_id = $1::bigint and used_by_order_key = o.merchant_key and customer_id <> o.customer_id')}
    or ${anyRow('gift_card_uses where program_id = $1::bigint and order_key = o.merchant_key')} as concerns_more,
    q.has_referrals and ((o.discount_codes <> '[]' and ${noRow('referrals where program_id = $1::bigint and referee_id = c.id')})
      or ${MAY_BE_BROUGHT('lower(q.email), lower(c.email)')}) as may_complete,
    ${anyRow('expiries where program_id = $1::bigint and customer_id = c.id')}
    or ${anyRow(`customers m join expiries e on e.program_id = m.program_id and e.customer_id = m.id
      where m.program_id = $1::bigint and m.merged_into = c.id`)}
    or ${anyRow('lots where program_id = $1::bigint and customer_id = c.id')} as has_expiries
  from json_to_recordset($2::json) as q (ord int, merchant_key text, email text, needs_lines boolean, has_referrals boolean, ${ASKED_OF_MEMBER})
  cross join lateral (select * from orders where program_id = $1::bigint and merchant_key = q.merchant_key limit 1) o
  cross join lateral (select * from customers where program_id = $1::bigint and id = o.customer_id limit 1) c`,
);

interface KnownOrderQuestion {
  merchant_key: string;
  /** The email that the new state names. */
  email: string | null;
  /** Whether a rule may give a reward for what the order holds. */
  needs_lines: boolean;
  now: number;
}

/** Reads everything that decides a new state of an order; undefined: there is no such order. */
export async function readKnownOrder(
  hot: NamedStatements,
  program: Program,
  { now, ...question }: KnownOrderQuestion,
): Promise<KnownOrderSnapshot | undefined> {
  type Flags = Pick<KnownOrderSnapshot, 'concerns_more' | 'may_complete' | 'has_expiries'>;
  type Row = { ord: number; activities: OrderActivity[] | null } & KnownOrder & MemberAnswer & Flags;
  const row = await hot.runEach<Row>(
    snapshotStatement(factSource(program)),
    { program_id: program.id },
    { ...question, has_referrals: program.settings.referrals !== null, ...askedOfMember(program, [], now) },
  );
  if (!row) return undefined;
  const { concerns_more, may_complete, has_expiries } = row;
  const activities = row.activities ?? [];
  return { ...readMember(row), order: row, activities, concerns_more, may_complete, has_expiries };
}
