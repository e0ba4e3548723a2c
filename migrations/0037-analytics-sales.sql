-- Net sales for analysts, by day.
alter function make_analytics() rename to make_second_analytics;

create function make_analytics() returns void language plpgsql as $make$
begin
  if to_regclass('analytics.daily_points') is null then
    perform make_second_analytics();
  end if;

  create view analytics.daily_sales as
    select p.key as program, f.day, s.key as site, t.key as tier, p.currency, f.orders, f.net_minor
      from report_sales f
      join report_states st on st.program_id = f.program_id and st.generation = f.generation
      join programs p on p.id = f.program_id
      left join program_entries s on s.program_id = f.program_id and s.id = f.site_id
      left join program_entries t on t.program_id = f.program_id and t.id = f.tier_id;
  comment on view analytics.daily_sales is 'Net sales by day, some seconds behind the orders: what the program counts as spent, less refunds and cancellations.';
  comment on column analytics.daily_sales.program is 'The key of the program.';
  comment on column analytics.daily_sales.day is 'The day on which the server was told of it, in the time zone of the customer''s home site.';
  comment on column analytics.daily_sales.site is 'The key of the customer''s home site.';
  comment on column analytics.daily_sales.tier is 'The key of the tier that the customer had entered last. Null: none.';
  comment on column analytics.daily_sales.currency is 'The currency of the program, in which net_minor is.';
  comment on column analytics.daily_sales.orders is 'The number of orders recorded. Changes of an order count no order.';
  comment on column analytics.daily_sales.net_minor is 'The net sales in minor units of the currency.';
end $make$;

do $$ begin
  if to_regclass('analytics.daily_points') is not null then
    perform make_analytics();
  end if;
end $$;
