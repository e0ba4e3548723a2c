-- Figures of reports ---------------------------------------------------------------------------

-- How far a program's figures are kept. A program without a row has none counted yet.
create table report_states (
  program_id bigint primary key,
  -- The figures that reports read. A rebuild writes others beside them and then takes their place.
  generation integer not null default 1,
  -- Transactions up to this id are counted, and none above it.
  counted_to bigint not null default 0,
  -- When the last of them was recorded.
  counted_at timestamptz(3),
  -- The generation that a rebuild is writing, and how far.
  rebuilding integer,
  rebuilt_to bigint not null default 0
);

-- The time zone in which a site's days are counted, from a transaction on. So a site that changes its zone keeps its
-- past, also after a rebuild.
create table report_zones (
  program_id bigint not null,
  site_id bigint not null,
  above bigint not null,
  time_zone text not null,
  primary key (program_id, site_id, above)
);

-- Sums of transactions by the day of the customer's home site, and by what they were about. 0: no tier, rule or reward.
create table report_figures (
  program_id bigint not null,
  generation integer not null,
  day date not null,
  site_id bigint not null,
  tier_id bigint not null,
  rule_id bigint not null,
  reward_id bigint not null,
  -- A flow of approved points, or pending: what pending points changed by.
  flow text not null,
  points bigint not null,
  transactions bigint not null,
  primary key (program_id, generation, day, site_id, tier_id, rule_id, reward_id, flow)
);
