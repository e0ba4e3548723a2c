-- Net sales --------------------------------------------------------------------------------------

create sequence sales_change_ids;
-- Every change of what an order counts as spent, in order and for good. An order's rows add up to its spend_minor.
create table sales_changes (
  program_id bigint not null,
  id bigint not null default nextval('sales_change_ids'),
  order_id bigint not null,
  -- Who bought, when it was told; also after a merge.
  customer_id bigint not null,
  -- The customer's home site, and the day there, in the zone that the site had then.
  site_id bigint not null,
  day date not null,
  told_at timestamptz(3) not null,
  -- 1: the order was recorded. 0: it changed.
  orders smallint not null check (orders in (0, 1)),
  -- In minor units of the program's currency.
  net_minor bigint not null,
  primary key (program_id, id)
);
create trigger announce before insert on sales_changes for each statement execute function announce_ids('sales_change_ids', 16);

-- Orders of before count on the day of their record, with what they count as now.
insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
  select o.program_id, o.id, o.customer_id, c.site_id, (o.created_at at time zone (e.definition ->> 'time_zone'))::date, o.created_at, 1, o.spend_minor
    from orders o
    join customers c on c.program_id = o.program_id and c.id = o.customer_id
    join program_entries e on e.program_id = c.program_id and e.id = c.site_id
    order by o.id;
create trigger append_only before update or delete or truncate on sales_changes for each statement execute function refuse_change();

create function note_recorded_sales() returns trigger language plpgsql as $$
begin
  insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
    select o.program_id, o.id, o.customer_id, c.site_id, (o.updated_at at time zone (e.definition ->> 'time_zone'))::date, o.updated_at, 1, o.spend_minor
      from recorded o
      join customers c on c.program_id = o.program_id and c.id = o.customer_id
      join program_entries e on e.program_id = c.program_id and e.id = c.site_id
      order by o.id;
  return null;
end $$;
create trigger note_recorded_sales after insert on orders referencing new table as recorded
  for each statement execute function note_recorded_sales();

create function note_changed_sales() returns trigger language plpgsql as $$
begin
  insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
    select new.program_id, new.id, new.customer_id, c.site_id, (new.updated_at at time zone (e.definition ->> 'time_zone'))::date, new.updated_at, 0,
        new.spend_minor - old.spend_minor
      from customers c join program_entries e on e.program_id = c.program_id and e.id = c.site_id
      where c.program_id = new.program_id and c.id = new.customer_id;
  return null;
end $$;
create trigger note_changed_sales after update of spend_minor on orders for each row
  when (old.spend_minor <> new.spend_minor) execute function note_changed_sales();

-- Sums of them by day. tier_id 0: no tier.
create table report_sales (
  program_id bigint not null,
  generation integer not null,
  day date not null,
  site_id bigint not null,
  tier_id bigint not null,
  orders bigint not null,
  net_minor bigint not null,
  primary key (program_id, generation, day, site_id, tier_id)
);

-- Changes of sales up to these ids are counted.
alter table report_states
  add column sales_to bigint not null default 0,
  add column rebuilt_sales_to bigint not null default 0;

-- Changes of sales up to this id are in the books of the month or of one before. Null: the month was closed before sales
-- were kept.
alter table closed_months add column sales_to bigint;
