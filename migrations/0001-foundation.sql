-- Programs and their configuration -------------------------------------------------------------

create sequence configuration_ids;

create table programs (
  id bigint primary key default nextval('configuration_ids'),
  key text not null unique,
  name text not null,
  currency text not null,
  settings jsonb not null,
  test boolean not null,
  -- How far a test program's clock runs ahead of real time. Live programs stay at 0.
  clock_offset_ms bigint not null default 0,
  -- Grows with every change of the configuration; processes reload theirs when it differs.
  configuration_version integer not null,
  created_at timestamptz(3) not null,
  check (test or clock_offset_ms = 0),
  check (clock_offset_ms >= 0)
);

-- Sites, tiers, rules and rewards: what the program file says, one row an entry.
-- An entry that left the file is disabled and keeps its id; it is never deleted.
create table program_entries (
  program_id bigint not null,
  id bigint not null default nextval('configuration_ids'),
  kind text not null check (kind in ('site', 'tier', 'rule', 'reward')),
  key text not null,
  position integer not null,
  enabled boolean not null,
  definition jsonb not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  unique (program_id, kind, key)
);

-- What is left of a reward that is limited in number. variant_id '' counts the reward as a whole.
create table reward_stock (
  program_id bigint not null,
  reward_id bigint not null,
  variant_id text not null default '',
  initial integer not null check (initial >= 0),
  remaining integer not null check (remaining >= 0),
  primary key (program_id, reward_id, variant_id)
);

create sequence api_key_ids;
create table api_keys (
  program_id bigint not null,
  id bigint not null default nextval('api_key_ids'),
  name text not null,
  key_prefix text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (program_id, id)
);
create unique index api_keys_by_hash on api_keys (key_hash);

create table server_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz(3) not null
);

-- Customers ------------------------------------------------------------------------------------

create sequence customer_ids;

create table customers (
  program_id bigint not null,
  id bigint not null default nextval('customer_ids'),
  -- As first given, and the form in which it is compared (a gid://…/Customer/1001 is 1001).
  merchant_id text not null,
  merchant_key text not null,
  site_id bigint not null,
  email text,
  first_name text,
  last_name text,
  birthday_month smallint,
  birthday_day smallint,
  birthday_year smallint,
  email_marketing text not null default 'unknown' check (email_marketing in ('subscribed', 'not_subscribed', 'unknown')),
  sms_marketing text not null default 'unknown' check (sms_marketing in ('subscribed', 'not_subscribed', 'unknown')),
  referral_id text not null,
  metadata jsonb not null default '{}',
  enrolled_at timestamptz(3),
  blocked_at timestamptz(3),
  points_approved bigint not null default 0,
  points_pending bigint not null default 0 check (points_pending >= 0),
  points_spent bigint not null default 0 check (points_spent >= 0),
  tier_id bigint,
  tier_started_at timestamptz(3),
  tier_expires_at timestamptz(3),
  -- Bumped by every taker of this row's lock, so that a statement guarded by the version it read is exact.
  version bigint not null default 0,
  -- created_at of the latest entry: entries of one customer never go back in time.
  last_entry_at timestamptz(3) not null,
  -- When the next approval, lapse or tier review of this customer falls due; null when none will.
  next_due_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (program_id, id)
) with (fillfactor = 80);
create unique index customers_by_merchant on customers (program_id, merchant_key);
create unique index customers_by_email on customers (program_id, lower(email)) where email is not null;
create unique index customers_by_referral on customers (program_id, referral_id);
create index customers_due on customers (program_id, next_due_at, id) where next_due_at is not null;

-- How often a customer completed a rule or claimed a reward: ever, and within the limit's current interval.
create table usage_counters (
  program_id bigint not null,
  customer_id bigint not null,
  subject_id bigint not null,
  total integer not null check (total >= 0),
  window_start timestamptz(3) not null,
  window_count integer not null check (window_count >= 0),
  last_at timestamptz(3),
  primary key (program_id, customer_id, subject_id)
) with (fillfactor = 80);

-- The ledger -----------------------------------------------------------------------------------

-- Activities, claimed rewards, adjustments and tier entries share one sequence, so that
-- (date, id) orders a customer's history across them.
create sequence entry_ids;
create sequence transaction_ids;

create table activities (
  program_id bigint not null,
  id bigint not null default nextval('entry_ids'),
  customer_id bigint not null,
  rule_id bigint,
  name text not null,
  merchant_id text,
  value bigint not null,
  state text not null check (state in ('pending', 'approved', 'declined', 'void')),
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- When a pending activity is approved by itself; null: not before somebody says so (an unpaid order).
  approves_at timestamptz(3),
  resolved_at timestamptz(3),
  expires_at timestamptz(3),
  resource text check (resource in ('order', 'referral')),
  order_id bigint,
  -- What an order's points were computed from: {amount_minor, points, per_currency_unit}.
  basis jsonb,
  channel text,
  primary key (program_id, id)
);
create index activities_history on activities (program_id, customer_id, date desc, id desc);
create unique index activities_by_merchant on activities (program_id, name, merchant_id) where merchant_id is not null;
create index activities_pending on activities (program_id, customer_id, approves_at) where state = 'pending';
create index activities_of_order on activities (program_id, order_id) where order_id is not null;
create index activities_created on activities using brin (created_at) with (autosummarize = on);

create table adjustments (
  program_id bigint not null,
  id bigint not null default nextval('entry_ids'),
  customer_id bigint not null,
  points bigint not null check (points <> 0),
  note text,
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index adjustments_history on adjustments (program_id, customer_id, date desc, id desc);

create table tier_entries (
  program_id bigint not null,
  id bigint not null default nextval('entry_ids'),
  customer_id bigint not null,
  tier_id bigint not null,
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index tier_entries_history on tier_entries (program_id, customer_id, date desc, id desc);

create table claimed_rewards (
  program_id bigint not null,
  id bigint not null default nextval('entry_ids'),
  customer_id bigint not null,
  reward_id bigint not null,
  kind text not null,
  title text not null,
  state text not null check (state in ('pending', 'approved', 'declined', 'void', 'expired')),
  source_kind text not null check (source_kind in ('points_redemption', 'rule_completion', 'tier_entry')),
  source_id bigint,
  activity_id bigint,
  points_cost bigint not null check (points_cost >= 0),
  quantity integer not null default 1 check (quantity > 0),
  claimed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- When an unused claim lapses and its points return.
  auto_refund_at timestamptz(3),
  -- When the redeemable can no longer be used; its points stay spent.
  expires_at timestamptz(3),
  resolved_at timestamptz(3),
  usage_status text not null default 'not_used' check (usage_status in ('not_used', 'partially_used', 'used')),
  used_at timestamptz(3),
  used_by_order_id bigint,
  fulfilled_at timestamptz(3),
  -- The terms as claimed (discount, minimum spend, product and variant …); a later change of the reward leaves them.
  terms jsonb not null,
  code text,
  code_hash bytea,
  code_last_characters text,
  initial_balance_minor bigint,
  current_balance_minor bigint check (current_balance_minor >= 0),
  variant_id text,
  redemption_id text,
  cart_id text,
  platform_action_id text,
  session_kind text check (session_kind in ('cart', 'checkout', 'custom')),
  session_token text,
  channel text,
  primary key (program_id, id)
);
create index claimed_rewards_history on claimed_rewards (program_id, customer_id, claimed_at desc, id desc);
create index claimed_rewards_in_carts on claimed_rewards (program_id, customer_id)
  where redemption_id is not null and state = 'approved' and usage_status = 'not_used';
create index claimed_rewards_due on claimed_rewards (program_id, customer_id)
  where state = 'approved' and usage_status = 'not_used' and (auto_refund_at is not null or expires_at is not null);
create unique index claimed_rewards_by_code on claimed_rewards (program_id, code) where code is not null;
create unique index claimed_rewards_by_code_hash on claimed_rewards (program_id, code_hash) where code_hash is not null;
create unique index claimed_rewards_by_redemption on claimed_rewards (program_id, redemption_id) where redemption_id is not null;
create unique index claimed_rewards_by_platform_action on claimed_rewards (program_id, customer_id, reward_id, platform_action_id)
  where platform_action_id is not null;

create table transactions (
  program_id bigint not null,
  id bigint not null default nextval('transaction_ids'),
  customer_id bigint not null,
  points_approved bigint not null,
  points_pending bigint not null,
  points_spent bigint not null,
  resource text not null check (resource in ('activity', 'adjustment', 'claimed_reward', 'expiry')),
  activity_id bigint,
  adjustment_id bigint,
  claimed_reward_id bigint,
  note text,
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  check (points_approved <> 0 or points_pending <> 0),
  check ((resource = 'activity') = (activity_id is not null)),
  check ((resource = 'adjustment') = (adjustment_id is not null)),
  check ((resource = 'claimed_reward') = (claimed_reward_id is not null))
);
create index transactions_of_customer on transactions (program_id, customer_id, id);
create index transactions_created on transactions using brin (created_at) with (autosummarize = on);

-- Orders ---------------------------------------------------------------------------------------

create sequence order_ids;
create table orders (
  program_id bigint not null,
  id bigint not null default nextval('order_ids'),
  merchant_id text not null,
  merchant_key text not null,
  customer_id bigint not null,
  number text,
  total_minor bigint not null check (total_minor >= 0),
  shipping_minor bigint not null check (shipping_minor >= 0),
  paid_minor bigint not null check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  -- What counts towards spend tiers: paid less refunded, without shipping.
  spend_minor bigint not null check (spend_minor >= 0),
  payment_status text not null check (payment_status in ('not_paid', 'partially_paid', 'paid')),
  refund_status text not null default 'not_refunded' check (refund_status in ('not_refunded', 'partially_refunded', 'refunded')),
  cancelled_at timestamptz(3),
  paid_at timestamptz(3),
  channel text,
  line_items jsonb not null,
  discount_codes jsonb not null,
  claimed_reward_ids bigint[] not null default '{}',
  date timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (program_id, id)
);
create unique index orders_by_merchant on orders (program_id, merchant_key);
create index orders_spend on orders (program_id, customer_id, date) include (spend_minor);

-- Around the operations ------------------------------------------------------------------------

create sequence webview_session_ids;
create table webview_sessions (
  program_id bigint not null,
  id bigint not null default nextval('webview_session_ids'),
  token_hash bytea not null,
  site_id bigint not null,
  customer_id bigint,
  channel text not null,
  language text not null,
  currency text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (program_id, id)
);
create unique index webview_sessions_by_token on webview_sessions (token_hash);
create index webview_sessions_expired on webview_sessions (expires_at);

-- An answer kept for a repeated Idempotency-Key. key_hash and body never show the key or what the answer held.
create table idempotency_records (
  program_id bigint not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  body bytea not null,
  customer_id bigint,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (program_id, key_hash)
);
create index idempotency_records_expired on idempotency_records (expires_at);
create index idempotency_records_of_customer on idempotency_records (program_id, customer_id) where customer_id is not null;

-- The moments of the last accepted requests, oldest first, of one limit of one program.
create table rate_windows (
  program_id bigint not null,
  name text not null,
  accepted timestamptz[] not null,
  primary key (program_id, name)
) with (fillfactor = 50);

-- Ids that become visible in order -------------------------------------------------------------

-- Before a statement allocates ids from a sequence it takes a shared lock whose key is a lower bound of
-- what it will allocate. settled_id() is then the highest id below which nothing is still in flight.
create function announce_ids() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  namespace bigint := tg_argv[1]::bigint << 48;
  bound bigint;
begin
  execute format('select last_value + is_called::int from %I', tg_argv[0]) into bound;
  perform pg_advisory_xact_lock_shared(namespace + bound);
  return null;
end $$;

create function settled_id(sequence_name text, namespace int) returns bigint
  language plpgsql volatile set search_path = pg_catalog, public as $$
declare
  allocated bigint;
  in_flight bigint;
begin
  execute format('select last_value - (not is_called)::int from %I', sequence_name) into allocated;
  select min((classid::bigint << 32 | objid::bigint) & ((1::bigint << 48) - 1)) into in_flight
    from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint >> 16) = namespace;
  return least(allocated, in_flight - 1);
end $$;

create trigger announce before insert on activities for each statement execute function announce_ids('entry_ids', 11);
create trigger announce before insert on transactions for each statement execute function announce_ids('transaction_ids', 12);

-- What is written stays written ----------------------------------------------------------------

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete or truncate on transactions for each statement execute function refuse_change();
create trigger append_only before delete or truncate on activities for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on adjustments for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on tier_entries for each statement execute function refuse_change();

-- Of an activity only its state and its dates of approval may change: forward, never back.
create function guard_activity() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{state,approves_at,resolved_at}'::text[]) is distinct from (to_jsonb(old) - '{state,approves_at,resolved_at}'::text[]) then
    raise exception 'activities are append-only: only state, approves_at and resolved_at change' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'pending' and new.state in ('approved', 'declined')) or (old.state = 'approved' and new.state = 'void')
  ) then
    raise exception 'an activity cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard before update on activities for each row execute function guard_activity();
