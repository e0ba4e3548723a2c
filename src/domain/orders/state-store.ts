import { type RawBuilder, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { OrderStatesTable } from '../../db/order-tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Actor } from '../audit/actor.ts';
import type { Tx } from '../core/transaction.ts';
import type { OrderContents, OrderInput, OrderRow } from './order.ts';
import { type OrderState, reportedState } from './order-state.ts';

/** A report of an order and its resulting state. Both are kept for good, by the statement that changes the order. */
export interface OrderReport {
  source: Exclude<OrderStatesTable['source'], 'reconstructed'>;
  /** The report, normalised, in minor units of `currency`, without anything that identifies the customer. */
  told: object;
  /** In minor units of the program's currency. For a correction it includes the order's earnings by each rule. */
  led_to: OrderState & { earnings?: object };
  by: Actor;
  at: number;
}

/**
 * The part of a told order that is kept: no number and no email; lines without attributes; codes in the form in which
 * the order keeps them.
 */
export function reportedOrder(
  told: OrderInput,
  { discount_codes }: Pick<OrderInput, 'discount_codes'>,
): object {
  const { total_minor, shipping_minor, tax_minor = 0, discounts_minor = 0, currency } = told;
  return {
    ...reportedState(told),
    ...(currency !== undefined && { currency }),
    total_minor,
    shipping_minor,
    tax_minor,
    discounts_minor,
    line_items: told.line_items.map(({ attributes: _attributes, ...line }) => line),
    discount_codes: told.discount_codes.map(({ amount_minor }, index) => ({
      code: discount_codes[index]!.code,
      amount_minor,
    })),
    claimed_reward_ids: told.claimed_reward_ids,
    channel: told.channel,
    date: told.date,
  };
}

/** The same part of a correction's edits. */
export function reportedEdits({ line_items, ...amounts }: Partial<OrderContents>): object {
  return {
    ...amounts,
    ...(line_items && { line_items: line_items.map(({ attributes: _attributes, ...line }) => line) }),
  };
}

/** The actor of a report, as it is kept. */
export function actorColumns(by: Actor): { actor_kind: Actor['kind']; actor_id: number | null } {
  return { actor_kind: by.kind, actor_id: 'id' in by ? by.id : null };
}

/**
 * Whether an order was refunded or cancelled in all that was told of it, the first report included. Of older orders nobody
 * knows the first.
 */
export async function wasAlwaysUndone(
  tx: Tx,
  { program_id, id }: Pick<OrderRow, 'program_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql<{ never: boolean | null }>`
    select bool_and(source <> 'reconstructed' and ((led_to -> 'cancelled')::boolean or led_to ->> 'refund_status' = 'refunded')) as never
      from order_states where program_id = ${program_id} and order_id = ${id}`.execute(tx);
  return rows[0]?.never ?? false;
}

/** SQL that adds a row for each order in `from`, a part of the same statement. */
export function recordReport(
  from: 'recorded' | 'changed',
  { source, told, led_to, by, at }: OrderReport,
): RawBuilder<Record<string, never>> {
  const { actor_kind, actor_id } = actorColumns(by);
  return sql<
    Record<string, never>
  >`insert into order_states (program_id, order_id, source, told, led_to, actor_kind, actor_id, told_at)
    select program_id, id, ${source}, ${JSON.stringify(told)}::jsonb, ${JSON.stringify(led_to)}::jsonb,
        ${actor_kind}, ${actor_id}::bigint, ${ts(at)}
      from ${sql.table(from)}`;
}

/**
 * SQL that adds the row of an older order, recorded before reports were kept. It holds the state before this statement
 * and comes first among the rows of its order, whatever its id.
 */
export function reconstruct(orders: RawBuilder<unknown>): RawBuilder<Record<string, never>> {
  return sql<
    Record<string, never>
  >`insert into order_states (program_id, order_id, source, told, led_to, told_at)
    select program_id, id, 'reconstructed',
        jsonb_build_object('payment_status', payment_status, 'paid_minor', paid_minor, 'refund_status', refund_status,
          'refunded_minor', refunded_minor, 'cancelled', cancelled_at is not null, 'total_minor', total_minor,
          'shipping_minor', shipping_minor, 'tax_minor', tax_minor, 'discounts_minor', discounts_minor,
          'line_items', (select coalesce(jsonb_agg(line - 'attributes' order by place), '[]')
            from jsonb_array_elements(line_items) with ordinality as lines (line, place)),
          'discount_codes', discount_codes, 'claimed_reward_ids', to_jsonb(claimed_reward_ids), 'channel', channel,
          'date', (extract(epoch from date) * 1000)::bigint),
        jsonb_build_object('payment_status', payment_status, 'paid_minor', paid_minor, 'refund_status', refund_status,
          'refunded_minor', refunded_minor, 'cancelled', cancelled_at is not null),
        updated_at
      from orders o where ${orders}
        and not exists (select from order_states s where s.program_id = o.program_id and s.order_id = o.id)
    on conflict do nothing`;
}

const BATCH = 1000;

/**
 * Gives the next thousand older orders, recorded before reports were kept, their rows. It takes a program on which no
 * other process works, and none of `except`. Returns how many orders it looked at; undefined: there are none left.
 */
export async function reconstructBatch(tx: Tx, except: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ program_id: number; last: number | null; found: number }>`
    with mine as (
      select program_id, done_to, until from order_reconstructions
        where ${noneOf('program_id', except)} order by program_id limit 1 for update skip locked
    ), batch as materialized (
      select o.program_id, o.id from orders o join mine m on m.program_id = o.program_id
        where o.id > m.done_to and o.id <= m.until order by o.id limit ${BATCH}
    ), added as (
      ${reconstruct(sql`(o.program_id, o.id) in (select program_id, id from batch)`)}
    )
    select m.program_id, (select max(id) from batch) as last, (select count(*) from batch) as found from mine m`.execute(
    tx,
  );
  const [part] = rows;
  if (!part) return undefined;
  if (part.found < BATCH)
    await tx.deleteFrom('order_reconstructions').where('program_id', '=', part.program_id).execute();
  else
    await tx
      .updateTable('order_reconstructions')
      .set({ done_to: part.last! })
      .where('program_id', '=', part.program_id)
      .execute();
  return part.found;
}
