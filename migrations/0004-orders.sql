-- Orders ---------------------------------------------------------------------------------------

alter table orders
  add column tax_minor bigint not null default 0 check (tax_minor >= 0),
  -- What discounts took off: the total is what was left.
  add column discounts_minor bigint not null default 0 check (discounts_minor >= 0),
  -- False: its customer was blocked when it was recorded, so that nothing is ever earned by it.
  add column earns boolean not null default true;

create index orders_created on orders using brin (created_at) with (autosummarize = on);
create index orders_of_customer on orders (program_id, customer_id, id);
create trigger announce before insert on orders for each statement execute function announce_ids('order_ids', 13);

-- What an order took from a gift card, each order from a card once. An order is named in the form in which
-- orders are compared.
create table gift_card_uses (
  program_id bigint not null,
  claimed_reward_id bigint not null,
  order_key text not null,
  amount_minor bigint not null check (amount_minor > 0),
  used_at timestamptz(3) not null,
  -- When the order was undone and the amount given back.
  returned_at timestamptz(3),
  primary key (program_id, claimed_reward_id, order_key)
);
create index gift_card_uses_of_order on gift_card_uses (program_id, order_key);
-- Of cards used before, only the latest order is known: what is missing counts as taken by it.
insert into gift_card_uses (program_id, claimed_reward_id, order_key, amount_minor, used_at)
  select c.program_id, c.id, o.merchant_key, c.initial_balance_minor - c.current_balance_minor, c.used_at
    from claimed_rewards c join orders o on o.program_id = c.program_id and o.id = c.used_by_order_id
    where c.kind = 'gift_card' and c.current_balance_minor < c.initial_balance_minor and c.used_at is not null;

create index claimed_rewards_used_by_order on claimed_rewards (program_id, used_by_order_id) where used_by_order_id is not null;
-- Also claims of others than the order's customer.
drop index claimed_rewards_by_order_key;
create index claimed_rewards_by_order_key on claimed_rewards (program_id, used_by_order_key, customer_id) where used_by_order_key is not null;
create index claimed_rewards_of_activity on claimed_rewards (program_id, activity_id) where activity_id is not null;

-- Which parts of an order's amount earn.
update programs set settings = settings || '{"earning_amount": {"shipping": false, "tax": true, "discounts": false}}';

-- What orders take back ------------------------------------------------------------------------

alter table activities
  -- What refunds of its order have taken of its value; the rest is what it gives.
  add column taken_back bigint not null default 0,
  -- What of that, or of the rest when it was voided, was spent already and left to the customer, where the
  -- program does not let balances fall below zero.
  add column spared bigint not null default 0,
  add constraint activities_taken_back_check check (taken_back between 0 and value),
  add constraint activities_spared_check check (spared between 0 and value);

-- Of an activity only what becomes of it may change: forward, never back.
create or replace function guard_activity() returns trigger language plpgsql as $$
declare
  free constant text[] := '{state,approves_at,resolved_at,taken_back,spared}';
begin
  if (to_jsonb(new) - free) is distinct from (to_jsonb(old) - free) then
    raise exception 'activities are append-only: only state, approves_at, resolved_at, taken_back and spared change' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'pending' and new.state in ('approved', 'declined')) or (old.state = 'approved' and new.state = 'void')
  ) then
    raise exception 'an activity cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.taken_back < old.taken_back or new.spared < old.spared then
    raise exception 'what was taken back of an activity stays taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

update activities a set spared = s.points
  from (select program_id, activity_id, sum(points_approved)::bigint as points from transactions
    where activity_id is not null group by 1, 2) s
  where a.program_id = s.program_id and a.id = s.activity_id and a.state = 'void' and s.points > 0;

-- Points tiers count what was approved less what was taken back, by when it was approved.
drop index activities_approved;
create index activities_approved on activities (program_id, customer_id, resolved_at) include (approves_at, value, taken_back)
  where state = 'approved' and value > 0;
