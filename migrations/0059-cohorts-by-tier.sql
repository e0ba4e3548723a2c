-- Flows by the month in which their customers became members, also by tier: for reports of one tier. Months are their
-- first days. tier_id 0: no tier.
create table report_tier_cohorts (
  program_id bigint not null,
  generation integer not null,
  tier_id bigint not null,
  cohort date not null,
  month date not null,
  site_id bigint not null,
  flow text not null,
  points bigint not null,
  primary key (program_id, generation, tier_id, cohort, month, site_id, flow)
);

-- Transactions up to this id are counted in them. Those of before, and those that a server of an older version counts
-- meanwhile, are counted by the next server of this one.
alter table report_states add column tier_cohorts_to bigint not null default 0;
