-- Vintages of points -----------------------------------------------------------------------------

-- The points that a customer got in a month, as books see them: rewards and expiry take the oldest first.
create table report_vintages (
  program_id bigint not null,
  generation integer not null,
  customer_id bigint not null,
  -- The first day of the month.
  vintage date not null,
  -- Not spent. Less than 0 where more was taken than there was; the sum over vintages is the customer's balance.
  points_left bigint not null,
  -- Paid for rewards and not given back.
  redeemed bigint not null,
  primary key (program_id, generation, customer_id, vintage)
);

-- What became of the points of a month, by the month in which it happened.
create table report_ages (
  program_id bigint not null,
  generation integer not null,
  vintage date not null,
  month date not null,
  got bigint not null,
  undone bigint not null,
  redeemed bigint not null,
  expired bigint not null,
  primary key (program_id, generation, vintage, month)
);
