/**
 * The limit of the write cores: what a completion and a redemption write, as one statement for one
 * customer. It has the guard, the rows and the indexes of the server's own statements, and none of the rest.
 */
export const COMPLETION_STATEMENT = `
with customer as (
  update customers set
      version = version + 1,
      points_approved = points_approved + $4::bigint,
      points_pending = points_pending + $5::bigint,
      next_due_at = least(next_due_at, $6::timestamptz),
      last_entry_at = $7::timestamptz, updated_at = $7::timestamptz
    where program_id = $1::bigint and id = $2::bigint and version = $3::bigint
    returning id
), activity as (
  insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, approves_at, resolved_at, channel)
    select $1::bigint, id, $8::bigint, $9::text, $4::bigint + $5::bigint, $10::text, $7::timestamptz, $7::timestamptz, $6::timestamptz,
           case when $10::text = 'approved' then $7::timestamptz end, $11::text
    from customer
    returning id, customer_id
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, $4::bigint, $5::bigint, 0, 'activity', id, $7::timestamptz
    from activity where $4::bigint <> 0 or $5::bigint <> 0
), usage as (
  insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
    select $1::bigint, id, $8::bigint, $12::int, $13::timestamptz, $14::int, $7::timestamptz from customer
    on conflict (program_id, customer_id, subject_id) do update set
      total = excluded.total, window_start = excluded.window_start, window_count = excluded.window_count, last_at = excluded.last_at
)
select id as activity_id from activity`;

export const REDEMPTION_STATEMENT = `
with customer as (
  update customers set
      version = version + 1,
      points_approved = points_approved - $4::bigint,
      points_spent = points_spent + $4::bigint,
      next_due_at = least(next_due_at, $5::timestamptz),
      last_entry_at = $6::timestamptz, updated_at = $6::timestamptz
    where program_id = $1::bigint and id = $2::bigint and version = $3::bigint
    returning id
), claim as (
  insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost, claimed_at, created_at,
      auto_refund_at, expires_at, fulfilled_at, terms, code, code_hash, code_last_characters, initial_balance_minor, current_balance_minor,
      variant_id, redemption_id, cart_id, platform_action_id, session_kind, session_token, channel)
    select $1::bigint, id, $7::bigint, $8::text, $9::text, 'approved', 'points_redemption', $4::bigint, $6::timestamptz, $6::timestamptz,
      $10::timestamptz, $11::timestamptz, $12::timestamptz, $13::jsonb, $14::text, $15::bytea, $16::text, $17::bigint, $17::bigint,
      $18::text, $19::text, $20::text, $21::text, $22::text, $23::text, $24::text
    from customer
    returning id, customer_id
), stock as (
  update reward_stock set remaining = remaining - 1
    where program_id = $1::bigint and reward_id = $7::bigint and variant_id = any($25::text[]) and exists (select from customer)
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, claimed_reward_id, created_at)
    select $1::bigint, customer_id, -$4::bigint, 0, $4::bigint, 'claimed_reward', id, $6::timestamptz
    from claim where $4::bigint <> 0
), usage as (
  insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
    select $1::bigint, id, $7::bigint, $26::int, $27::timestamptz, $28::int, $6::timestamptz from customer
    on conflict (program_id, customer_id, subject_id) do update set
      total = u.total + 1, window_start = excluded.window_start, window_count = excluded.window_count, last_at = excluded.last_at
)
select id as claimed_reward_id from claim`;

/**
 * The limit of a paid order: the order, and what it earns by the one rule that counts it, as one statement. The
 * server takes several, since what an order does depends on what it names.
 */
export const ORDER_STATEMENT = `
with customer as (
  update customers set
      version = version + 1,
      points_approved = points_approved + $4::bigint,
      balance_changed_at = greatest(balance_changed_at, $5::timestamptz),
      last_purchase_at = greatest(last_purchase_at, $5::timestamptz),
      last_entry_at = $5::timestamptz, updated_at = $5::timestamptz
    where program_id = $1::bigint and id = $2::bigint and version = $3::bigint
    returning id
), bought as (
  insert into orders (program_id, merchant_id, merchant_key, customer_id, total_minor, shipping_minor, tax_minor, discounts_minor,
      paid_minor, spend_minor, payment_status, refund_status, paid_at, channel, line_items, discount_codes, claimed_reward_ids,
      awaits_enrolment, earns, date, created_at, updated_at)
    select $1::bigint, $6::text, $6::text, id, $7::bigint, $8::bigint, 0, 0, $7::bigint, $9::bigint, 'paid', 'not_refunded',
      $5::timestamptz, $10::text, $11::jsonb, '[]', '{}', false, true, $5::timestamptz, $5::timestamptz, $5::timestamptz
    from customer
    on conflict do nothing
    returning id, customer_id
), activity as (
  insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, resolved_at, channel,
      resource, order_id, basis)
    select $1::bigint, customer_id, $12::bigint, $13::text, $4::bigint, 'approved', $5::timestamptz, $5::timestamptz,
      $5::timestamptz, $10::text, 'order', id, $14::jsonb
    from bought
    returning id, customer_id
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, $4::bigint, 0, 0, 'activity', id, $5::timestamptz from activity
), usage as (
  insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
    select $1::bigint, customer_id, $12::bigint, $15::int, $16::timestamptz, $17::int, $5::timestamptz from activity
    on conflict (program_id, customer_id, subject_id) do update set
      total = excluded.total, window_start = excluded.window_start, window_count = excluded.window_count, last_at = excluded.last_at
)
select id as order_id from bought`;

/** The limit of the csv: everything that it tells of the transactions above an id, oldest first. */
export const CSV_QUERY = (programId: number, sinceId: number) => {
  const formulaSafe = (text: string) =>
    `case when ascii(${text}) in (9, 13, 43, 45, 61, 64) then '''' || ${text} else ${text} end`;
  return `
select t.id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), t.resource,
    t.points_approved, t.points_pending, t.customer_id, ${formulaSafe('c.merchant_id')}, ${formulaSafe('c.email')},
    t.activity_id, a.state, a.rule_id, case when a.rule_id is not null then ${formulaSafe('a.name')} end,
    t.claimed_reward_id, r.reward_id, case when t.resource = 'adjustment' then ${formulaSafe('t.note')} end
  from transactions t
  join customers c on c.program_id = ${programId} and c.id = t.customer_id
  left join activities a on a.program_id = ${programId} and a.id = coalesce(t.activity_id, -t.id)
  left join claimed_rewards r on r.program_id = ${programId} and r.id = coalesce(t.claimed_reward_id, -t.id)
  where t.program_id = ${programId} and t.id > ${sinceId}
  order by t.id`;
};

/** The limit of the sweep: everything that is due of these customers, who are known to have nothing else due, at once. */
export const APPROVAL_STATEMENT = `
with due as (
  update activities a set state = 'approved', resolved_at = greatest(now(), c.last_entry_at), updated_at = greatest(now(), c.last_entry_at)
    from customers c
    where c.program_id = $1::bigint and c.id = any($2::bigint[])
      and a.program_id = $1::bigint and a.customer_id = c.id and a.state = 'pending' and a.approves_at <= now()
    returning a.id, a.customer_id, a.value - a.taken_back as value, a.approves_at, a.resolved_at as at
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, value, -value, 0, 'activity', id, at
      from due where value <> 0 order by customer_id, approves_at, id
)
update customers c set
    version = version + 1,
    points_approved = points_approved + d.value,
    points_pending = points_pending - d.value,
    balance_changed_at = case when d.value <> 0 then greatest(c.balance_changed_at, d.approves_at) else c.balance_changed_at end,
    last_entry_at = d.at, updated_at = d.at,
    next_due_at = least(
      (select min(approves_at) from activities a where a.program_id = c.program_id and a.customer_id = c.id
         and a.state = 'pending' and a.approves_at > now()),
      (select min(least(auto_refund_at, expires_at)) from claimed_rewards r where r.program_id = c.program_id and r.customer_id = c.id
         and r.state = 'approved' and r.usage_status = 'not_used' and (r.auto_refund_at is not null or r.expires_at is not null)),
      c.next_birthday_at, c.tier_expires_at)
  from (select customer_id, at, sum(value)::bigint as value, max(approves_at) as approves_at from due group by customer_id, at) d
  where c.program_id = $1::bigint and c.id = d.customer_id`;
