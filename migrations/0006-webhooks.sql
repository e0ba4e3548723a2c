-- Webhooks -------------------------------------------------------------------------------------

create sequence webhook_ids;

-- An address that is told of events: it has one secret and one queue, whatever topics it subscribed to.
create table webhook_endpoints (
  program_id bigint not null,
  id bigint not null default nextval('webhook_ids'),
  address text not null,
  -- Sealed under the server's secret; while it is being changed, both sign.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- Since when nothing got through, how often in a row, and until when nothing is tried.
  failing_since timestamptz(3),
  failures_in_row integer not null default 0,
  paused_until timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Of a listening command: until when it said that it would be there. Servers do not deliver to it.
  listens_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((failing_since is null) = (failures_in_row = 0))
);
create unique index webhook_endpoints_by_address on webhook_endpoints (program_id, address) where listens_until is null;

create table webhooks (
  program_id bigint not null,
  id bigint not null default nextval('webhook_ids'),
  endpoint_id bigint not null,
  topic text not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  unique (program_id, topic, endpoint_id)
);

-- The outbox: what happened, written in the transaction in which it happened. One customer's events have ids in
-- the order in which they were committed, for each is written under that customer's lock.
create sequence event_ids;
create table webhook_events (
  program_id bigint not null,
  id bigint not null default nextval('event_ids'),
  customer_id bigint not null,
  kind text not null check (kind in ('customer_changed', 'enrolled', 'activity', 'claim', 'tier_entered', 'referral_completed', 'progressed',
    'approaching_tier_upgrade', 'approaching_points_expiration', 'approaching_reward_expiration')),
  -- The activity, claim, tier entry, referral or order.
  subject_id bigint,
  -- What a reminder is about.
  details jsonb,
  created_at timestamptz(3) not null,
  primary key (program_id, id)
  -- Rows stay for seconds: what they leave behind is to be cleared before it is in the way of those who read the first.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What an endpoint is to be told, in the words in which it is told each time.
create table webhook_deliveries (
  program_id bigint not null,
  id bigint not null default nextval('webhook_ids'),
  endpoint_id bigint not null,
  -- The subscription that it came by.
  webhook_id bigint not null,
  -- Null: about nobody, so that it waits for no other.
  customer_id bigint,
  -- The same for every endpoint, and each time.
  message_id text not null,
  topic text not null,
  body text not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  -- How many of them were made before it was replayed.
  attempts_before integer not null default 0,
  -- When it is to be tried; while it is being tried, when whoever tries it is taken for dead. Null while an earlier one of
  -- the same endpoint and customer is pending, and once it has ended.
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (program_id, id),
  check ((state = 'pending') = (finished_at is null)),
  check (state = 'pending' or next_attempt_at is null)
  -- A row changes some times on its way: its body is kept beside it, so as not to be written again with it.
) with (fillfactor = 80, toast_tuple_target = 256, autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_in_line on webhook_deliveries (program_id, endpoint_id, customer_id, id) where state = 'pending';
create index webhook_deliveries_due on webhook_deliveries (program_id, endpoint_id, next_attempt_at, id) where next_attempt_at is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (program_id, webhook_id, id);
create index webhook_deliveries_of_customer on webhook_deliveries (program_id, customer_id) where customer_id is not null;
create index webhook_deliveries_created on webhook_deliveries using brin (created_at) with (autosummarize = on);

create table webhook_attempts (
  program_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  -- Null: no answer came, for the reason in error.
  response_status smallint,
  error text,
  primary key (program_id, delivery_id, number),
  check ((response_status is null) = (error is not null))
);

-- What a customer was told is near, each once.
create table webhook_reminders (
  program_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('tier_upgrade', 'points_expiration', 'reward_expiration')),
  -- What is near: a tier and the membership it is near in, a date, or a claim.
  occasion text not null,
  created_at timestamptz(3) not null,
  primary key (program_id, customer_id, kind, occasion)
);

-- Whoever writes what is told writes the event with it, from whatever statement: no path can forget it, and none
-- takes a round trip more for it. What nobody asked to be told costs one look-up.

-- Arguments: the kind, and the topics that it is told under.
create function note_event() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where program_id = new.program_id and topic = any (tg_argv[1:])) then
    insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
      values (new.program_id, new.customer_id, tg_argv[0], new.id, new.created_at);
  end if;
  return null;
end $$;

create function note_customer_event() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where program_id = new.program_id and topic = any (tg_argv[1:])) then
    insert into webhook_events (program_id, customer_id, kind, created_at)
      values (new.program_id, new.id, tg_argv[0], new.updated_at);
  end if;
  return null;
end $$;

create function note_referral_event() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where program_id = new.program_id and topic = any (tg_argv[1:])) then
    insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
      values (new.program_id, new.referrer_id, tg_argv[0], new.id, new.completed_at);
  end if;
  return null;
end $$;

-- Triggers of one event run in the order of their names: whoever enrols is told to have enrolled, then to have changed.
-- Whatever of a customer others can see changes with updated_at; a lock alone does not touch it.
create trigger note_1_enrolled after insert on customers for each row when (new.enrolled_at is not null)
  execute function note_customer_event('enrolled', 'program_events/customer.enrolled');
create trigger note_2_enrolled after update of enrolled_at on customers for each row when (old.enrolled_at is null and new.enrolled_at is not null)
  execute function note_customer_event('enrolled', 'program_events/customer.enrolled');
create trigger note_3_changed after insert or update of updated_at on customers for each row
  execute function note_customer_event('customer_changed', 'customers/update', 'program_events/customer.approaching_tier_upgrade');
create trigger note_event after insert on activities for each row when (new.rule_id is not null)
  execute function note_event('activity', 'program_events/customer.rule_completed', 'program_events/customer.points_earned');
create trigger note_event after insert on claimed_rewards for each row
  execute function note_event('claim', 'program_events/customer.claimed_reward');
create trigger note_event after insert on tier_entries for each row
  execute function note_event('tier_entered', 'program_events/customer.tier_upgraded', 'program_events/customer.tier_downgraded');
-- An order counts towards a tier also where it changes nothing else of its customer.
create trigger note_event after insert or update of spend_minor, paid_at, refund_status, cancelled_at on orders for each row
  execute function note_event('progressed', 'program_events/customer.approaching_tier_upgrade');
create trigger note_1_completed after insert on referrals for each row when (new.completed_at is not null)
  execute function note_referral_event('referral_completed', 'program_events/customer.referral_complete');
create trigger note_2_completed after update of completed_at on referrals for each row when (old.completed_at is null and new.completed_at is not null)
  execute function note_referral_event('referral_completed', 'program_events/customer.referral_complete');

-- How far ahead customers' systems are told that something is near.
update programs set settings = settings || '{"reminders": {"tier_upgrade_percent": 80, "points_expiration_days": 30, "reward_expiration_days": 7}}';
