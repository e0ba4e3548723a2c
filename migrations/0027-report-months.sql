-- Sums of report_figures by month, so that a report of years reads few rows. `month` is its first day.
create table report_months (
  program_id bigint not null,
  generation integer not null,
  month date not null,
  site_id bigint not null,
  tier_id bigint not null,
  rule_id bigint not null,
  reward_id bigint not null,
  flow text not null,
  points bigint not null,
  transactions bigint not null,
  primary key (program_id, generation, month, site_id, tier_id, rule_id, reward_id, flow)
);
insert into report_months
  select program_id, generation, date_trunc('month', day)::date, site_id, tier_id, rule_id, reward_id, flow, sum(points), sum(transactions)
    from report_figures group by 1, 2, 3, 4, 5, 6, 7, 8;
