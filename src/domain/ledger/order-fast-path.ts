import type { Selectable } from 'kysely';
import type { NamedStatement, NamedStatements } from '../../db/named-statements.ts';
import type { OrdersTable } from '../../db/order-tables.ts';
import type { UsageCounter } from '../core/limits.ts';
import { COUNT_USAGE, counted, guarded, HELD, IS_HELD, runGuarded, text, USAGE } from './guarded.ts';

/** The columns of an order that the statement takes as they are; the type of each. */
const ORDER_COLUMNS = {
  merchant_id: 'text',
  merchant_key: 'text',
  number: 'text',
  total_minor: 'bigint',
  shipping_minor: 'bigint',
  tax_minor: 'bigint',
  discounts_minor: 'bigint',
  paid_minor: 'bigint',
  refunded_minor: 'bigint',
  spend_minor: 'bigint',
  payment_status: 'text',
  refund_status: 'text',
  paid_at: 'timestamptz',
  currency: 'text',
  currency_rate: 'float8',
  site_id: 'bigint',
  channel: 'text',
  line_items: 'jsonb',
  discount_codes: 'jsonb',
  claimed_reward_ids: 'bigint[]',
  awaits_enrolment: 'boolean',
  earns: 'boolean',
  date: 'timestamptz',
} as const satisfies Partial<Record<keyof OrdersTable, string>>;

const NAMES = Object.keys(ORDER_COLUMNS).join(', ');
const TYPED = Object.entries(ORDER_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

const AWARDS = `json_to_recordset(w.awards) as a (place int, rule_id bigint, name text, points bigint, state text, approves_at timestamptz,
      basis jsonb, ${USAGE})`;

const MOVES_POINTS = `,
      points_approved = points_approved + held.approved,
      balance_changed_at = case when held.approved <> 0 then greatest(balance_changed_at, held.at) else balance_changed_at end,
      points_pending = points_pending + held.pending,
      next_due_at = least(next_due_at, held.due),
      last_entry_at = held.at, updated_at = held.at`;

/** Activities and transactions get their ids in the order of the rules. */
const AWARD = `, activity as (
  insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, approves_at, resolved_at, channel,
      resource, order_id, basis)
    select $1::bigint, w.customer_id, a.rule_id, a.name, a.points, a.state, w.date, w.at, a.approves_at,
      case when a.state = 'approved' then w.at end, w.channel, 'order', r.id, a.basis
    from recorded r join written w using (customer_id) cross join lateral ${AWARDS}
    order by w.ord, a.place
    returning id, customer_id, value, state, created_at
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, case when state = 'approved' then value else 0 end, case when state = 'pending' then value else 0 end,
      0, 'activity', id, created_at
    from activity order by id
), usage as (${COUNT_USAGE('rule_id', `written w cross join lateral ${AWARDS}`)}
)`;

/**
 * The statement of an order that earns something, or of one that earns nothing. An order without points leaves
 * `updated_at` alone, since whatever sets it is told to webhooks as a change of the customer.
 *
 * Orders are inserted in the order of their keys, so that two batches do not wait for each other. An order that another
 * transaction recorded meanwhile violates the unique index, which undoes the whole statement.
 */
function recordStatement(earns: boolean): NamedStatement {
  return {
    name: earns ? 'record_order' : 'record_order_without_points',
    text: `${HELD(`${TYPED}, told jsonb, led_to jsonb, actor_kind text, actor_id bigint, approved bigint, pending bigint, awards json`)}, written as (
  update customers c set
      version = c.version + 1,
      last_purchase_at = greatest(c.last_purchase_at, held.date)${earns ? MOVES_POINTS : ''}
    from held where ${IS_HELD}
    returning held.*
), recorded as (
  insert into orders (program_id, customer_id, created_at, updated_at, ${NAMES})
    select $1::bigint, customer_id, at, at, ${NAMES} from written order by merchant_key
    returning id, customer_id
), noted as (
  insert into order_states (program_id, order_id, source, told, led_to, actor_kind, actor_id, told_at)
    select $1::bigint, r.id, 'post', w.told, w.led_to, w.actor_kind, w.actor_id, w.at
    from recorded r join written w using (customer_id)
)${earns ? AWARD : ''}
select w.ord, r.id as order_id from recorded r join written w using (customer_id)`,
  };
}

const RECORD = recordStatement(true);
const RECORD_WITHOUT_POINTS = recordStatement(false);

/** The points that a rule gives for an order. */
export interface OrderAward {
  rule_id: number;
  name: string;
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
  basis: object | null;
  usage: UsageCounter;
}

interface GuardedOrder {
  version: number;
  order: Pick<Selectable<OrdersTable>, keyof typeof ORDER_COLUMNS | 'program_id' | 'customer_id'>;
  report: { told: object; led_to: object; actor_kind: string; actor_id: number | null };
  /** In the order of the rules. */
  awards: readonly OrderAward[];
  at: number;
}

/**
 * Writes an order that is not undone and concerns nobody but its customer, with the points that it earns. Returns its
 * id; undefined if the customer was written since `version`, or is being written. Throws unique_violation (23505) if
 * the program has the order already. Then nothing of this order was written.
 */
export async function recordGuarded(
  hot: NamedStatements,
  { version, order, report, awards, at }: GuardedOrder,
): Promise<number | undefined> {
  const { program_id, customer_id, paid_at, date, ...columns } = order;
  const sum = (state: OrderAward['state']) =>
    awards.reduce((total, award) => total + (award.state === state ? award.points : 0), 0);
  const dues = awards.flatMap(({ approves_at }) => approves_at ?? []);
  const answer = await runGuarded<{ ord: number; order_id: number }>(
    hot,
    awards.length > 0 ? RECORD : RECORD_WITHOUT_POINTS,
    { program_id },
    {
      ...guarded(customer_id, version, at, dues.length > 0 ? Math.min(...dues) : null),
      ...Object.fromEntries(Object.keys(ORDER_COLUMNS).map((name) => [name, columns[name as never]])),
      paid_at: text(paid_at),
      date: text(date),
      ...report,
      approved: sum('approved'),
      pending: sum('pending'),
      awards: awards.map(({ approves_at, usage, ...award }, place) => ({
        place,
        ...award,
        approves_at: text(approves_at),
        ...counted(usage),
      })),
    },
  );
  return answer?.order_id;
}
