-- What orders were told --------------------------------------------------------------------------

-- Every POST and PUT of an order that said something new. Orders keep only where they stand now. It holds nothing
-- that tells who a customer is, since nothing here is ever changed: no email, no number, no attributes of lines.
create sequence order_state_ids;
create table order_states (
  program_id bigint not null,
  order_id bigint not null,
  id bigint not null default nextval('order_state_ids'),
  -- reconstructed: of an order from before this table, where it stood when its row was made.
  source text not null check (source in ('post', 'put', 'correction', 'reconstructed')),
  -- As told, amounts in the smallest coins of `currency`; of a PUT without the order's contents.
  told jsonb not null,
  -- The furthest state that it led to, in the smallest coins of the program's currency.
  led_to jsonb not null,
  -- Who told it; null where that is not known.
  actor_kind text check (actor_kind in ('key', 'app', 'command', 'server')),
  actor_id bigint,
  told_at timestamptz(3) not null,
  primary key (program_id, order_id, id)
);
create unique index order_states_reconstructed on order_states (program_id, order_id) where source = 'reconstructed';
create trigger append_only before update or delete or truncate on order_states for each statement execute function refuse_change();

-- Orders from before get their row from the server, some at a time, and at the latest before their next change.
create table order_reconstructions (
  program_id bigint primary key,
  -- Orders up to this id have their row; the last one to get one.
  done_to bigint not null,
  until bigint not null
);
insert into order_reconstructions (program_id, done_to, until)
  select p.id, 0, o.until
    from programs p cross join lateral (select max(id) as until from orders where program_id = p.id) o
    where o.until is not null;

-- Orders in other currencies -----------------------------------------------------------------------

alter table orders
  -- The site that sold it; null: not said.
  add column site_id bigint,
  -- The currency in which it is told, and the units of it for one of the program's when it was recorded; null: the
  -- program's own.
  add column currency text,
  add column currency_rate double precision,
  add constraint orders_currency_check check ((currency is null) = (currency_rate is null) and (currency_rate is null or currency_rate > 0));

-- In which order things change -----------------------------------------------------------------------

-- The place of a row's latest change among all changes, from the sequence of its ids; null: it was never changed since
-- it was recorded, and its id is its place. A change announces its place as an insert announces its id, so that
-- settled_id() is a horizon of changes too: whoever reads places in their order up to it misses none.
create function note_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.changed_id := nextval(tg_argv[0]::regclass);
  return new;
end $$;

alter table orders add column changed_id bigint;
create index orders_changed on orders (program_id, changed_id) where changed_id is not null;
create index orders_updated on orders (program_id, updated_at) where updated_at <> created_at;
-- Whatever shows sets updated_at, and nothing else does.
create trigger announce_change before update of updated_at on orders for each statement execute function announce_ids('order_ids', 13);
create trigger note_change before update of updated_at on orders for each row execute function note_change('order_ids');

alter table activities
  -- null: not changed since it was recorded, or by a version that did not note it; then resolved_at says it.
  add column updated_at timestamptz(3),
  add column changed_id bigint;
create index activities_changed on activities (program_id, changed_id) where changed_id is not null;
create index activities_updated on activities (program_id, coalesce(updated_at, resolved_at))
  where coalesce(updated_at, resolved_at) <> created_at;
create trigger announce_change before update of updated_at on activities for each statement execute function announce_ids('entry_ids', 11);
-- After `guard`, by its name.
create trigger note_change before update of updated_at on activities for each row execute function note_change('entry_ids');

-- Guests whom an order names by an email alone ---------------------------------------------------------

alter table customers
  -- A guest whose merchant_id is the email that an order gave in the place of one.
  add column named_by_email boolean not null default false;

-- Of an activity also when and in which place it changed, beside what may change of it already.
do $$ begin
  execute replace(pg_get_functiondef('guard_activity'::regproc), 'customer_id}''', 'customer_id,updated_at,changed_id}''');
  if position('changed_id' in pg_get_functiondef('guard_activity'::regproc)) = 0 then
    raise exception 'guard_activity does not let the places of changes be written';
  end if;
end $$;
