import pg from 'pg';
import type { Bench } from './bench.ts';
import { PURCHASE_RULE } from './bench-program.ts';

const VACUUM = 'vacuum (analyze) orders, activities, customers, claimed_rewards, order_states';

/** Orders of 25.00 by the group's customers in turn, with the points that they earned. */
export async function prepareOrders(
  { database, program, groups }: Bench,
  prefix: string,
  count: number,
  isPaid: boolean,
): Promise<void> {
  const rule = program.rules.find(({ key }) => key === PURCHASE_RULE)!;
  const { first, last } = groups.shoppers;
  const status = isPaid ? 'paid' : 'not_paid';
  const state = isPaid ? 'approved' : 'pending';
  const basis = JSON.stringify({ amount_minor: 2_000, points: 5, per_currency_unit_minor: 100 });
  const [approved, pending] = isPaid ? [100, 0] : [0, 100];
  // The refunds name their orders by the numbers of customers in the store's platform, the limit by places.
  const name = prefix === 'refunded-' ? `(7000000000 + ${first} + n)` : 'n';
  await asOwner(
    database.ownerUrl,
    `with ordered as (
      insert into orders (program_id, merchant_id, merchant_key, customer_id, total_minor, shipping_minor, paid_minor, spend_minor,
          payment_status, paid_at, channel, line_items, discount_codes, date, created_at, updated_at)
        select ${program.id}, '${prefix}' || ${name}, '${prefix}' || ${name}, ${first} + n % ${last - first + 1}, 2500, 500,
            ${isPaid ? 2500 : 0}, ${isPaid ? 2000 : 0}, '${status}', ${isPaid ? 'now()' : 'null'}, 'web', '[]', '[]', now(), now(), now()
          from generate_series(0, ${count - 1}) n
        returning id, customer_id
    ), noted as (
      insert into order_states (program_id, order_id, source, told, led_to, told_at) select ${program.id}, id, 'post', '{}', '{}', now() from ordered
    ), activity as (
      insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, resolved_at, resource, order_id, basis, channel)
        select ${program.id}, customer_id, ${rule.id}, '${rule.name}', 100, '${state}', now(), now(), ${isPaid ? 'now()' : 'null'}, 'order', id, '${basis}', 'web'
          from ordered
        returning id, customer_id
    ), entry as (
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${program.id}, customer_id, ${approved}, ${pending}, 0, 'activity', id, now() from activity
    ), usage as (
      insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
        select ${program.id}, customer_id, ${rule.id}, count(*), 'epoch', count(*), now() from activity group by customer_id
        on conflict (program_id, customer_id, subject_id) do update
          set total = u.total + excluded.total, window_count = u.window_count + excluded.window_count
    )
    update customers c set version = version + 1, last_entry_at = now(),
        points_approved = points_approved + ${approved} * n, points_pending = points_pending + ${pending} * n
      from (select customer_id, count(*) as n from ordered group by customer_id) o
      where c.program_id = ${program.id} and c.id = o.customer_id`,
    VACUUM,
  );
}

/** Unused vouchers of the group's customers in turn, which cost nothing. */
export async function prepareVouchers(
  { database, program, groups }: Bench,
  prefix: string,
  count: number,
): Promise<void> {
  const reward = program.rewards.find(({ kind }) => kind === 'cart_discount_voucher')!;
  const { first, last } = groups.shoppers;
  await asOwner(
    database.ownerUrl,
    `with claimed as (
      insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost, quantity,
        claimed_at, created_at, usage_status, terms, code, code_key, channel)
      select ${program.id}, ${first} + n % ${last - first + 1}, ${reward.id}, '${reward.kind}', 'A voucher', 'approved', 'points_redemption', 0, 1,
          now(), now(), 'not_used', '${JSON.stringify(reward.properties)}', '${prefix}' || n, '${prefix}' || n, 'web'
        from generate_series(0, ${count - 1}) n
        returning customer_id
    )
    insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
      select ${program.id}, customer_id, ${reward.id}, count(*), 'epoch', count(*), now() from claimed group by customer_id
      on conflict (program_id, customer_id, subject_id) do update
        set total = u.total + excluded.total, window_count = u.window_count + excluded.window_count`,
    VACUUM,
  );
}

export async function asOwner(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
}
