import type { NamedStatements } from '../../db/named-statements.ts';
import type { OrdersTable } from '../../db/order-tables.ts';
import {
  guarded,
  type HotWrite,
  hotWrite,
  IS_HELD,
  isAt,
  runGuarded,
  text,
  type Versions,
} from './guarded.ts';

/** An activity of an order after a new state of the order. */
export interface ActivityMove {
  id: number;
  state: 'pending' | 'approved';
  /** The moment at which it becomes due; null: as before. */
  approves_at: number | null;
  /** The points of it that are taken back in all, and the part of them that is spared now. */
  taken_back: number;
  spared: number;
}

/** A transaction of an activity. */
export interface ActivityEntry {
  id: number;
  approved: number;
  pending: number;
}

const MOVES_POINTS = `,
      points_approved = points_approved + held.approved,
      balance_changed_at = case when held.changes_balance then greatest(balance_changed_at, held.at) else balance_changed_at end,
      points_pending = points_pending + held.pending,
      last_entry_at = held.at, updated_at = held.at`;

const THE_ACTIVITIES = isAt('a', 'activities', 'select unnest(activity_ids) as id from written');

const MOVED = `json_to_recordset(w.moved) as m (id bigint, state text, approves_at timestamptz, taken_back bigint, spared bigint)`;

const MOVE = `, resolved as (
  update activities a set
      state = m.state, approves_at = coalesce(m.approves_at, a.approves_at), taken_back = m.taken_back, spared = a.spared + m.spared,
      resolved_at = case when a.state = 'pending' and m.state = 'approved' then w.at else a.resolved_at end, updated_at = w.at
    from written w cross join lateral ${MOVED}
    where ${THE_ACTIVITIES} and a.id = m.id
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, w.customer_id, e.approved, e.pending, 0, 'activity', e.id, w.at
    from written w cross join lateral json_to_recordset(w.entries) as e (place int, id bigint, approved bigint, pending bigint)
    order by w.ord, e.place
)`;

/**
 * The statement for a new state that moves points, or for one that moves none. The latter does not set `updated_at` of
 * customer and activities, because each new `updated_at` sends a webhook about a change.
 */
function advanceStatement(moves: boolean): HotWrite {
  return hotWrite(
    moves ? 'advance_order' : 'advance_order_without_points',
    ({
      held,
      kept,
    }) => `${held(`order_id bigint, payment_status text, paid_minor bigint, refund_status text, refunded_minor bigint, spend_minor bigint,
      paid_at timestamptz, told jsonb, led_to jsonb, actor_kind text, actor_id bigint, activity_ids bigint[], awaiting json, moved json, entries json,
      approved bigint, pending bigint, changes_balance boolean`)}, written as (
  update customers c set
      version = c.version + 1,
      next_due_at = least(next_due_at, held.due)${moves ? MOVES_POINTS : ''}
    from held where ${IS_HELD}
    returning held.*
), changed as (
  update orders o set
      payment_status = w.payment_status, paid_minor = w.paid_minor, refund_status = w.refund_status, refunded_minor = w.refunded_minor,
      spend_minor = w.spend_minor, paid_at = w.paid_at, updated_at = w.at
    from written w where ${isAt('o', 'orders', 'select order_id as id from written')} and o.id = w.order_id
), noted as (
  insert into order_states (program_id, order_id, source, told, led_to, actor_kind, actor_id, told_at)
    select $1::bigint, order_id, 'put', told, led_to, actor_kind, actor_id, at from written
), awaiting as (
  update activities a set approves_at = m.approves_at
    from written w cross join lateral json_to_recordset(w.awaiting) as m (id bigint, approves_at timestamptz)
    where ${THE_ACTIVITIES} and a.id = m.id
)${moves ? MOVE : ''}${kept('null', 'written w')}
select ord, order_id from written`,
  );
}

const ADVANCE = advanceStatement(true);
const ADVANCE_WITHOUT_POINTS = advanceStatement(false);

interface GuardedAdvance extends Versions {
  program_id: number;
  customer_id: number;
  order: Pick<OrdersTable, 'payment_status' | 'paid_minor' | 'spend_minor' | 'paid_at'> & {
    id: number;
    refund_status: string;
    refunded_minor: number;
  };
  report: { told: object; led_to: object; actor_kind: string; actor_id: number | null };
  /** The moves of the customer's activities for this order. */
  moves: readonly ActivityMove[];
  /** In the order in which they are written. Without an entry, the points of a moved activity only begin to wait. */
  entries: readonly ActivityEntry[];
  at: number;
}

/**
 * Writes a new state of a recorded order that stands, and the moves of its points. Returns false and writes nothing if
 * the customer was written since `version` or is being written, or if the program has another version. Every change of an
 * order bumps the version of its customer. So the order, too, is as it was read.
 */
export async function advanceGuarded(
  hot: NamedStatements,
  { program_id, customer_id, order, report, moves, entries, at, ...versions }: GuardedAdvance,
): Promise<boolean> {
  const dues = moves.flatMap(({ state, approves_at }) =>
    state === 'pending' && approves_at !== null ? approves_at : [],
  );
  const sum = (part: 'approved' | 'pending') => entries.reduce((total, entry) => total + entry[part], 0);
  const hasEntry = new Set(entries.map((entry) => entry.id));
  const told = moves.map((move) => ({ ...move, approves_at: text(move.approves_at) }));
  const answer = await runGuarded<{ ord: number }>(
    hot,
    entries.length > 0 ? ADVANCE : ADVANCE_WITHOUT_POINTS,
    { program_id },
    {
      order_id: order.id,
      payment_status: order.payment_status,
      paid_minor: order.paid_minor,
      refund_status: order.refund_status,
      refunded_minor: order.refunded_minor,
      spend_minor: order.spend_minor,
      paid_at: text(order.paid_at),
      activity_ids: moves.map((move) => move.id),
      awaiting: told.filter((move) => !hasEntry.has(move.id)),
      moved: told.filter((move) => hasEntry.has(move.id)),
      entries: entries.map((entry, place) => ({ place, ...entry })),
      approved: sum('approved'),
      pending: sum('pending'),
      changes_balance: entries.some(({ approved }) => approved !== 0),
      ...guarded(customer_id, versions, at, dues.length > 0 ? Math.min(...dues) : null),
      ...report,
    },
    undefined,
  );
  return answer !== undefined;
}
