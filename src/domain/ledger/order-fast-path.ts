import type { Selectable } from 'kysely';
import type { NamedStatements } from '../../db/named-statements.ts';
import type { OrdersTable } from '../../db/order-tables.ts';
import type { AnswerRecord } from '../core/transaction.ts';
import { guarded, type HotWrite, hotWrite, IS_HELD, runGuarded, text, type Versions } from './guarded.ts';
import { AWARD, AWARDED, awarded, firstDue, type GuardedAward, MOVES_POINTS } from './guarded-awards.ts';

/** The columns of an order that the statement copies, with their types. */
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

const EARNED = AWARD({
  columns: 'resource, order_id, basis',
  values: "'order', r.id, a.basis",
  from: 'recorded r join written w using (customer_id)',
});

/**
 * The statement of an order that earns something, or of one that earns nothing. An order without points does not set
 * `updated_at`, because each new `updated_at` sends a webhook about a change of the customer.
 *
 * Orders are inserted in the order of their keys, so that two batches do not wait for each other. An order that another
 * transaction recorded meanwhile violates the unique index, which undoes the whole statement.
 */
function recordStatement(earns: boolean): HotWrite {
  return hotWrite(
    earns ? 'record_order' : 'record_order_without_points',
    ({
      held,
      kept,
    }) => `${held(`${TYPED}, told jsonb, led_to jsonb, actor_kind text, actor_id bigint, ${AWARDED}`)}, written as (
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
)${earns ? EARNED : ''}${kept('r.id', 'recorded r join written w using (customer_id)')}
select w.ord, r.id as order_id from recorded r join written w using (customer_id)`,
  );
}

const RECORD = recordStatement(true);
const RECORD_WITHOUT_POINTS = recordStatement(false);

interface GuardedOrder extends Versions {
  order: Pick<Selectable<OrdersTable>, keyof typeof ORDER_COLUMNS | 'program_id' | 'customer_id'>;
  report: { told: object; led_to: object; actor_kind: string; actor_id: number | null };
  /** In the order of the rules. */
  awards: readonly GuardedAward[];
  at: number;
}

/**
 * Writes an order that is not undone and concerns nobody but its customer, with the points that it earns. Returns its
 * id; undefined if the customer was written since `version` or is being written, if the program has another version or the order
 * already. Then nothing of this order was written.
 */
export async function recordGuarded(
  hot: NamedStatements,
  order: GuardedOrder,
  record: AnswerRecord | undefined,
): Promise<number | undefined> {
  const { program_id } = order.order;
  const statement = order.awards.length > 0 ? RECORD : RECORD_WITHOUT_POINTS;
  const answer = await runGuarded<{ ord: number; order_id: number }>(
    hot,
    statement,
    { program_id },
    rowOf(order),
    record,
  );
  return answer?.order_id;
}

/** Each column is written out: V8 makes room for such members, and adds those that are spread behind them one by one. */
function rowOf({ order, report, awards, at, ...versions }: GuardedOrder): object {
  return {
    merchant_id: order.merchant_id,
    merchant_key: order.merchant_key,
    number: order.number,
    total_minor: order.total_minor,
    shipping_minor: order.shipping_minor,
    tax_minor: order.tax_minor,
    discounts_minor: order.discounts_minor,
    paid_minor: order.paid_minor,
    refunded_minor: order.refunded_minor,
    spend_minor: order.spend_minor,
    payment_status: order.payment_status,
    refund_status: order.refund_status,
    paid_at: text(order.paid_at),
    currency: order.currency,
    currency_rate: order.currency_rate,
    site_id: order.site_id,
    channel: order.channel,
    line_items: order.line_items,
    discount_codes: order.discount_codes,
    claimed_reward_ids: order.claimed_reward_ids,
    awaits_enrolment: order.awaits_enrolment,
    earns: order.earns,
    date: text(order.date),
    ...guarded(order.customer_id, versions, at, firstDue(awards)),
    ...report,
    ...awarded(awards),
  } satisfies Record<keyof typeof ORDER_COLUMNS, unknown>;
}
