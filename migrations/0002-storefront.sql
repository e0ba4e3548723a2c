-- Configuration --------------------------------------------------------------------------------

-- A tier's benefits have ids of their own, as sites, tiers, rules and rewards have.
alter table program_entries drop constraint program_entries_kind_check;
alter table program_entries add constraint program_entries_kind_check check (kind in ('site', 'tier', 'benefit', 'rule', 'reward'));

alter table programs
  -- When the mode in which points expire was turned on: it takes effect one full period later.
  add column points_expiry_since timestamptz(3),
  -- How far a test program's clock is to be turned; what falls due on the way is being played while it lags behind.
  add column clock_target_ms bigint not null default 0,
  add constraint programs_clock_target_check check (test or clock_target_ms = 0);

update programs set settings = settings || jsonb_build_object(
  'tier_boundary_mode', 'spend', 'points_expiry', null, 'referrals', null,
  'receipt_upload_url', null, 'texts', '{}'::jsonb);

update program_entries set definition = (definition - 'lower_bound_minor') || jsonb_build_object(
    'lower_bound', definition -> 'lower_bound_minor', 'hidden', false, 'benefit_keys', '[]'::jsonb, 'entry_reward_keys', '[]'::jsonb)
  where kind = 'tier';

update program_entries set definition = (definition - 'cost_points') || jsonb_build_object(
    'cost', jsonb_build_object('kind', 'fixed', 'points', definition -> 'cost_points'),
    'codes', '{"kind": "generated", "pattern": null}'::jsonb,
    'variants', (select coalesce(jsonb_object_agg(tier, case when own ? 'cost_points'
        then (own - 'cost_points') || jsonb_build_object('cost', jsonb_build_object('kind', 'fixed', 'points', own -> 'cost_points'))
        else own end), '{}') from jsonb_each(definition -> 'variants') as variant (tier, own)))
  where kind = 'reward';

-- Customers ------------------------------------------------------------------------------------

alter table customers
  -- From when on this customer's points are kept in lots; null: they are not.
  add column lots_since timestamptz(3),
  -- The program's points_expiry_since under which the lots were given their dates; null: they bear none.
  add column lots_dated_since timestamptz(3),
  add column balance_changed_at timestamptz(3),
  add column last_purchase_at timestamptz(3),
  -- When the birthday is to be celebrated next: the start of that day at home. null: none is known, the
  -- customer is a guest, or the program celebrates none.
  add column next_birthday_at timestamptz(3),
  -- The customer whose referral brought this one.
  add column referred_by bigint;

update customers c set last_purchase_at = o.date
  from (select program_id, customer_id, max(date) as date from orders group by 1, 2) o
  where c.program_id = o.program_id and c.id = o.customer_id;

-- The ledger -----------------------------------------------------------------------------------

-- Points that passed their date, or that an inactive customer lost.
create table expiries (
  program_id bigint not null,
  id bigint not null default nextval('entry_ids'),
  customer_id bigint not null,
  points bigint not null check (points > 0),
  reason text not null check (reason in ('inactivity', 'age', 'calendar_date')),
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index expiries_history on expiries (program_id, customer_id, date desc, id desc);
create trigger append_only before update or delete or truncate on expiries for each statement execute function refuse_change();

alter table transactions add column expiry_id bigint;
alter table transactions add constraint transactions_expiry_check check ((resource = 'expiry') = (expiry_id is not null));

-- Where points expire by their own date: what came in and when it goes, spent soonest-expiring first.
-- The sum of what remains is the balance where that is not below zero.
create sequence lot_ids;
create table lots (
  program_id bigint not null,
  id bigint not null default nextval('lot_ids'),
  customer_id bigint not null,
  -- What formed it; both null: the balance at the moment when lots began to be kept, or what came back of a
  -- claim made before.
  activity_id bigint,
  adjustment_id bigint,
  points bigint not null check (points > 0),
  remaining bigint not null check (remaining between 0 and points),
  -- How much of it passed its date unspent.
  expired bigint not null default 0 check (expired between 0 and points),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  check (activity_id is null or adjustment_id is null)
) with (fillfactor = 80);
create index lots_remaining on lots (program_id, customer_id, expires_at, id) where remaining > 0;
create index lots_of_customer on lots (program_id, customer_id, id desc);
create unique index lots_of_activity on lots (program_id, activity_id) where activity_id is not null;
create unique index lots_of_adjustment on lots (program_id, adjustment_id) where adjustment_id is not null;

-- What a transaction took from a lot (positive) or gave back to it (negative).
create table lot_allocations (
  program_id bigint not null,
  transaction_id bigint not null,
  lot_id bigint not null,
  customer_id bigint not null,
  claimed_reward_id bigint,
  points bigint not null check (points <> 0),
  primary key (program_id, transaction_id, lot_id)
);
create index lot_allocations_of_claim on lot_allocations (program_id, claimed_reward_id) where claimed_reward_id is not null;
create index lot_allocations_of_customer on lot_allocations (program_id, customer_id, lot_id);
create trigger append_only before update or delete or truncate on lot_allocations for each statement execute function refuse_change();

-- When points expire is known of lots alone.
alter table activities drop column expires_at;
-- Points tiers count what was approved, by when it was.
create index activities_approved on activities (program_id, customer_id, resolved_at) include (approves_at, value) where state = 'approved' and value > 0;
create index activities_of_rule on activities (program_id, customer_id, rule_id, date desc) where rule_id is not null;
create index orders_counted on orders (program_id, customer_id, date) where paid_at is not null and cancelled_at is null and refund_status <> 'refunded';

-- What back ends reported that customers did, each once; what it gave are activities of that name and merchant_id.
create sequence report_ids;
create table reported_activities (
  program_id bigint not null,
  id bigint not null default nextval('report_ids'),
  customer_id bigint not null,
  name text not null,
  merchant_id text,
  channel text,
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- Of a guest: held against the rules when it enrols.
  awaits_enrolment boolean not null,
  primary key (program_id, id)
);
create unique index reported_activities_by_merchant on reported_activities (program_id, name, merchant_id) where merchant_id is not null;
create index reported_activities_awaiting on reported_activities (program_id, customer_id, date, id) where awaits_enrolment;
-- One report may complete several rules of its name.
drop index activities_by_merchant;
create unique index activities_by_merchant on activities (program_id, name, merchant_id, rule_id) where merchant_id is not null;

-- Orders ---------------------------------------------------------------------------------------

-- Of a guest: held against the purchase rules when it enrols.
alter table orders add column awaits_enrolment boolean not null default false;
update orders o set awaits_enrolment = true from customers c
  where c.program_id = o.program_id and c.id = o.customer_id and c.enrolled_at is null and c.blocked_at is null;
create index orders_awaiting on orders (program_id, customer_id, date, id) where awaits_enrolment;

-- Claims ---------------------------------------------------------------------------------------

alter table claimed_rewards
  -- The code in the form in which it is compared: without spaces and dashes, in capitals.
  add column code_key text,
  -- Whose stock the claim took from, by variant id ('' the reward's own); null: made before this was recorded.
  add column stock_variant_ids text[],
  -- The order that a claim was said to be used on, in the form in which orders are compared: it may come later.
  add column used_by_order_key text,
  add column fulfilment_explanation text,
  -- When the cart line of an active redemption was first seen in its cart.
  add column seen_in_cart_at timestamptz(3),
  -- When a product that was claimed without a cart was linked to one; null: at the claim, or not yet.
  add column linked_to_cart_at timestamptz(3);
update claimed_rewards set code_key = upper(regexp_replace(code, '[\s-]', '', 'g')) where code is not null;
drop index claimed_rewards_by_code;
create unique index claimed_rewards_by_code on claimed_rewards (program_id, code_key) where code_key is not null;
create index claimed_rewards_by_order_key on claimed_rewards (program_id, customer_id, used_by_order_key)
  where used_by_order_key is not null and used_by_order_id is null;

-- Voucher codes that the operator brought, each given once. `taken_at` null: still to be given.
create sequence voucher_code_ids;
create table voucher_codes (
  program_id bigint not null,
  id bigint not null default nextval('voucher_code_ids'),
  reward_id bigint not null,
  code text not null,
  code_key text not null,
  created_at timestamptz(3) not null,
  taken_at timestamptz(3),
  primary key (program_id, id)
);
create unique index voucher_codes_by_code on voucher_codes (program_id, code_key);
create index voucher_codes_free on voucher_codes (program_id, reward_id, id) where taken_at is null;

-- Carts ----------------------------------------------------------------------------------------

-- A customer's cart as its storefront last gave it; amounts in minor units of the program's currency.
create table carts (
  program_id bigint not null,
  customer_id bigint not null,
  cart_id text not null,
  total_minor bigint not null check (total_minor >= 0),
  -- Items, redeemed products aside.
  item_count integer not null check (item_count >= 0),
  -- Of the cart's lines that are redeemed products.
  redemption_ids text[] not null,
  updated_at timestamptz(3) not null,
  primary key (program_id, customer_id, cart_id)
);

-- Referrals ------------------------------------------------------------------------------------

create sequence referral_ids;
create table referrals (
  program_id bigint not null,
  id bigint not null default nextval('referral_ids'),
  referrer_id bigint not null,
  -- Who was referred, as a keyed hash: of the email, or without one of the address and the browser; of the
  -- customer where the link alone brought it, which is known once it buys.
  referee_key bytea not null,
  referee_email text,
  -- A keyed hash of the address, to see how many come from one; null, as the code is, where there was no incentive.
  address_key bytea,
  -- The incentive's code, as given and as compared.
  code text,
  code_key text,
  referee_id bigint,
  order_id bigint,
  -- The referrer's activity, once the referee bought; null where no rule gave anything.
  activity_id bigint,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (program_id, id),
  check ((address_key is null) = (code is null) and (code is null) = (code_key is null)),
  check ((completed_at is null) = (referee_id is null) and (completed_at is null) = (order_id is null))
);
create unique index referrals_by_referee on referrals (program_id, referee_key);
create unique index referrals_by_code on referrals (program_id, code_key) where code_key is not null;
-- A customer is brought once.
create unique index referrals_of_referee on referrals (program_id, referee_id) where referee_id is not null;
create index referrals_of_referrer on referrals (program_id, referrer_id, created_at);
create index referrals_from_address on referrals (program_id, address_key, created_at);
create index referrals_by_email on referrals (program_id, lower(referee_email)) where referee_email is not null;
