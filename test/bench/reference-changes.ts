/**
 * The limits of what changes an order, a cart, a voucher or tells an activity: the rows and indexes that the server
 * writes, as one statement for one customer, and none of the rest.
 */
export const PAYMENT_STATEMENT = `
with bought as (
  select o.id, o.customer_id, a.id as activity_id, a.value from orders o
    join activities a on a.program_id = o.program_id and a.order_id = o.id
    where o.program_id = $1::bigint and o.merchant_key = $2::text
), customer as (
  update customers c set version = version + 1, points_approved = points_approved + value, points_pending = points_pending - value,
      balance_changed_at = now(), last_entry_at = now(), updated_at = now()
    from bought where c.program_id = $1::bigint and c.id = bought.customer_id
), paid as (
  update orders o set payment_status = 'paid', paid_minor = total_minor, spend_minor = total_minor - shipping_minor, paid_at = now(), updated_at = now()
    from bought where o.program_id = $1::bigint and o.id = bought.id
), noted as (
  insert into order_states (program_id, order_id, source, told, led_to, told_at) select $1::bigint, id, 'put', $3::jsonb, $3::jsonb, now() from bought
), approved as (
  update activities a set state = 'approved', resolved_at = now(), updated_at = now()
    from bought where a.program_id = $1::bigint and a.id = bought.activity_id
)
insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
  select $1::bigint, customer_id, value, -value, 0, 'activity', activity_id, now() from bought`;

/** Each takes 20 minor units and one point more. */
export const REFUND_STATEMENT = `
with bought as (
  select o.id, o.customer_id, a.id as activity_id from orders o
    join activities a on a.program_id = o.program_id and a.order_id = o.id
    where o.program_id = $1::bigint and o.merchant_key = $2::text and a.taken_back < a.value - 1
), customer as (
  update customers c set version = version + 1, points_approved = points_approved - 1,
      balance_changed_at = now(), last_entry_at = now(), updated_at = now()
    from bought where c.program_id = $1::bigint and c.id = bought.customer_id
), refunded as (
  update orders o set refund_status = 'partially_refunded', refunded_minor = refunded_minor + 20, spend_minor = spend_minor - 20, updated_at = now()
    from bought where o.program_id = $1::bigint and o.id = bought.id
), noted as (
  insert into order_states (program_id, order_id, source, told, led_to, told_at) select $1::bigint, id, 'put', $3::jsonb, $3::jsonb, now() from bought
), taken as (
  update activities a set taken_back = taken_back + 1, updated_at = now()
    from bought where a.program_id = $1::bigint and a.id = bought.activity_id
)
insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
  select $1::bigint, customer_id, -1, 0, 0, 'activity', activity_id, now() from bought`;

/** The session's cart; the read of the customer comes after it. */
export const CART_STATEMENT = `
with customer as (
  update customers set version = version + 1 where program_id = $1::bigint and id = $2::bigint returning id
)
insert into carts (program_id, customer_id, cart_id, total_minor, item_count, redemption_ids, updated_at)
  select $1::bigint, id, $3::text, $4::bigint, 2, '{}', now() from customer
  on conflict (program_id, customer_id, cart_id) do update set total_minor = excluded.total_minor, updated_at = excluded.updated_at`;

export const VOUCHER_STATEMENT = `
with used as (
  update claimed_rewards set usage_status = 'used', used_at = now(), used_by_order_key = 'order-of-the-bench'
    where program_id = $1::bigint and code_key = $2::text and usage_status = 'not_used'
    returning *
), customer as (
  update customers c set version = version + 1 from used where c.program_id = $1::bigint and c.id = used.customer_id
)
select * from used`;

export const ACTIVITY_STATEMENT = `
with customer as (
  update customers set version = version + 1, points_approved = points_approved + $4::bigint,
      balance_changed_at = now(), last_entry_at = now(), updated_at = now()
    where program_id = $1::bigint and id = $2::bigint returning id
), report as (
  insert into reported_activities (program_id, customer_id, name, merchant_id, channel, date, created_at, awaits_enrolment)
    select $1::bigint, id, $5::text, $6::text, 'web', now(), now(), false from customer
), activity as (
  insert into activities (program_id, customer_id, rule_id, name, merchant_id, value, state, date, created_at, resolved_at, channel)
    select $1::bigint, id, $3::bigint, $5::text, $6::text, $4::bigint, 'approved', now(), now(), now(), 'web' from customer
    returning id, customer_id
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, $4::bigint, 0, 0, 'activity', id, now() from activity
)
insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
  select $1::bigint, customer_id, $3::bigint, 1, 'epoch', 1, now() from activity
  on conflict (program_id, customer_id, subject_id) do update set total = u.total + 1, window_count = u.window_count + 1, last_at = excluded.last_at`;
