-- Limits of operators ----------------------------------------------------------------------------

-- The points that an operator with a limit added and removed by hand, by days of the program's first site.
create table operator_spends (
  program_id bigint not null,
  operator_id bigint not null,
  day date not null,
  points bigint not null check (points > 0),
  primary key (program_id, operator_id, day)
);

-- Deeds that take two people: one asked. Whoever decides deletes the row in the transaction of the deed.
create sequence operator_request_ids;
create table operator_requests (
  program_id bigint not null,
  id bigint not null default nextval('operator_request_ids'),
  kind text not null check (kind in ('points', 'erasure')),
  customer_id bigint not null,
  -- Added, or removed below 0.
  points bigint check (points <> 0),
  reason_code text,
  -- For colleagues.
  note text,
  operator_id bigint not null,
  -- Of the wall clock.
  created_at timestamptz(3) not null,
  primary key (program_id, id),
  check ((kind = 'points') = (points is not null))
);
create index operator_requests_of on operator_requests (program_id, customer_id);
