import type { Program } from '../../src/domain/programs/configuration.ts';

export interface ChunkValues {
  program: Program;
  customers: number;
  /** The length of each customer's history. */
  entries: number;
}

interface Prepared {
  text: string;
  parameters: unknown[];
}

/**
 * One chunk of customers with their history, as the domain would have written it: each customer enters a
 * tier, is given points to spend, then earns, orders and claims, evenly over the last 300 days. Its last
 * claim waits in a cart. Counters are the sums of what is written.
 */
export const CHUNK_STATEMENTS: ((values: ChunkValues) => Prepared)[] = [
  ({ customers }) => ({
    text: `create temp table chunk_customer on commit drop as
      select nextval('customer_ids') as id from generate_series(1, ${customers})`,
    parameters: [],
  }),

  // Entries in order of time, so that ids and moments grow together.
  ({ program, entries }) => {
    const rules = program.rules.filter((rule) => rule.kind === 'social_follow').map((rule) => rule.id);
    const vouchers = program.rewards
      .filter((reward) => reward.kind === 'cart_discount_voucher')
      .map((reward) => reward.id);
    const purchase = program.rules.find((rule) => rule.kind === 'purchase')!.id;
    const product = program.rewards.find((reward) => reward.kind === 'product_cart')!.id;
    return {
      text: `create temp table chunk_entry on commit drop as
        select nextval('entry_ids') as id, nextval('order_ids') as order_id, ordered.* from (
          select c.id as customer_id, k, k = ${entries} as is_last,
              case when k = 1 then 'tier' when k = 2 then 'adjustment' when k = ${entries} or k % 5 = 0 then 'claim'
                   when k % 5 = 3 then 'order' else 'activity' end as kind,
              case when k = ${entries} then ${product}::bigint
                   when k % 5 = 0 then (array[${vouchers}])[1 + k / 5 % ${vouchers.length}]
                   when k % 5 = 3 then ${purchase}::bigint
                   else (array[${rules}])[1 + k % ${rules.length}] end as subject_id,
              date_trunc('milliseconds', now() - (${entries} - k + 1) * interval '300 days' / ${entries}) as date
            from chunk_customer c cross join generate_series(1, ${entries}) k
            order by k, c.id) ordered`,
      parameters: [],
    };
  },

  ({ program }) => ({
    text: `insert into customers (program_id, id, merchant_id, merchant_key, site_id, email, first_name, last_name,
          birthday_month, birthday_day, referral_id, enrolled_at, points_approved, points_spent, tier_id,
          tier_started_at, tier_expires_at, last_entry_at, next_due_at, created_at, updated_at)
        select ${program.id}, c.id, (7000000000 + c.id)::text, (7000000000 + c.id)::text, ${program.sites[0]!.id},
            'customer' || c.id || '@store.example', 'Given' || c.id, 'Family', 1 + c.id % 12, 1 + c.id % 28, 'r' || c.id,
            e.first, e.earned - e.spent, e.spent, ${program.tiers[0]!.id}, e.first, e.first + interval '12 months',
            e.last, e.last_claim + interval '360 days', e.first, e.last
          from chunk_customer c join (
            select customer_id, min(date) as first, max(date) as last,
                max(date) filter (where is_last) as last_claim,
                sum(case kind when 'adjustment' then 1000000 when 'order' then 100 when 'activity' then 50 else 0 end) as earned,
                sum(case kind when 'claim' then 10 else 0 end) as spent
              from chunk_entry group by customer_id) e on e.customer_id = c.id
          order by c.id`,
    parameters: [],
  }),

  ({ program }) => ({
    text: `insert into tier_entries (program_id, id, customer_id, tier_id, date, created_at)
        select ${program.id}, id, customer_id, ${program.tiers[0]!.id}, date, date from chunk_entry where kind = 'tier' order by id`,
    parameters: [],
  }),

  ({ program }) => ({
    text: `insert into adjustments (program_id, id, customer_id, points, note, date, created_at)
        select ${program.id}, id, customer_id, 1000000, 'opening balance', date, date from chunk_entry where kind = 'adjustment' order by id`,
    parameters: [],
  }),

  ({ program }) => ({
    text: `insert into orders (program_id, id, merchant_id, merchant_key, customer_id, number, total_minor, shipping_minor,
          paid_minor, spend_minor, payment_status, paid_at, channel, line_items, discount_codes, date, created_at, updated_at)
        select ${program.id}, order_id, 'o' || order_id, 'o' || order_id, customer_id, order_id::text, 2500, 500, 2500, 2000, 'paid', date,
            'web', '[]', '[]', date, date, date
          from chunk_entry where kind = 'order' order by id`,
    parameters: [],
  }),

  ({ program }) => ({
    text: `insert into activities (program_id, id, customer_id, rule_id, name, value, state, date, created_at, resolved_at,
          resource, order_id, basis, channel)
        select ${program.id}, id, customer_id, subject_id, case kind when 'order' then '$purchase' else '$social_follow' end,
            case kind when 'order' then 100 else 50 end, 'approved', date, date, date,
            case kind when 'order' then 'order' end, case kind when 'order' then order_id end,
            case kind when 'order' then '{"amount_minor": 2000, "points": 5, "per_currency_unit": 1}'::jsonb end, 'web'
          from chunk_entry where kind in ('order', 'activity') order by id`,
    parameters: [],
  }),

  ({ program }) => {
    const terms = (kind: string) => {
      const properties = program.rewards.find((reward) => reward.kind === kind)!.properties;
      if (properties.kind !== 'product_cart') return JSON.stringify(properties);
      const { variants, ...product } = properties.product;
      const { id, title } = variants[0]!;
      const requirements = properties.cart_requirements;
      return JSON.stringify({ kind, product, variant: { id, title }, cart_requirements: requirements });
    };
    return {
      text: `insert into claimed_rewards (program_id, id, customer_id, reward_id, kind, title, state, source_kind, points_cost,
            claimed_at, created_at, auto_refund_at, usage_status, used_at, fulfilled_at, terms, code, variant_id, redemption_id,
            cart_id, channel)
          select ${program.id}, id, customer_id, subject_id, case when is_last then 'product_cart' else 'cart_discount_voucher' end,
              'A reward', 'approved', 'points_redemption', 10, date, date,
              case when is_last then date + interval '360 days' end,
              case when is_last then 'not_used' else 'used' end, case when not is_last then date + interval '1 hour' end,
              case when not is_last then date end,
              case when is_last then $1::jsonb else $2::jsonb end,
              case when not is_last then 'V' || id end, case when is_last then '9101' end,
              case when is_last then 'R' || id end, case when is_last then 'cart-' || id end, 'web'
            from chunk_entry where kind = 'claim' order by id`,
      parameters: [terms('product_cart'), terms('cart_discount_voucher')],
    };
  },

  ({ program }) => ({
    text: `insert into usage_counters (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
        select ${program.id}, customer_id, subject_id, count(*), 'epoch', count(*), max(date)
          from chunk_entry where kind in ('order', 'activity', 'claim') group by customer_id, subject_id order by customer_id`,
    parameters: [],
  }),

  ({ program }) => ({
    text: `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource,
          activity_id, adjustment_id, claimed_reward_id, note, created_at)
        select ${program.id}, customer_id,
            case kind when 'adjustment' then 1000000 when 'order' then 100 when 'activity' then 50 else -10 end, 0,
            case kind when 'claim' then 10 else 0 end,
            case kind when 'adjustment' then 'adjustment' when 'claim' then 'claimed_reward' else 'activity' end,
            case when kind in ('order', 'activity') then id end, case kind when 'adjustment' then id end,
            case kind when 'claim' then id end, case kind when 'adjustment' then 'opening balance' end, date
          from chunk_entry where kind <> 'tier' order by id`,
    parameters: [],
  }),
];
