-- Rounds of the ledger check ----------------------------------------------------------------------

-- Servers check the ledger a slice at a time, round and round. They share one round: whoever leases it checks the next
-- slice.
create sequence ledger_round_ids;
create table ledger_rounds (
  id bigint primary key default nextval('ledger_round_ids'),
  started_at timestamptz(3) not null,
  -- null: the round goes on.
  finished_at timestamptz(3),
  -- The next slice begins with this customer of this program.
  next_program bigint not null default 0,
  next_customer bigint not null default 0,
  -- The counts of what was checked so far, and the time that it took.
  customers bigint not null default 0,
  transactions bigint not null default 0,
  busy_ms bigint not null default 0,
  drifts bigint not null default 0,
  -- The first of the drifts.
  findings jsonb not null default '[]',
  -- Nothing is checked before. After the end of a round: when the next round begins.
  next_at timestamptz(3) not null,
  -- While a process checks a slice: when it counts as dead.
  leased_until timestamptz(3),
  -- The leases of the present slice. A slice that failed is tried again with fewer customers.
  attempts integer not null default 0
);
create unique index ledger_rounds_unfinished on ledger_rounds ((true)) where finished_at is null;
