-- Counters that travel between programs --------------------------------------------------------

-- Columns with constant defaults and constraints that are not checked for rows of before: at once, however many rows
-- there are. Rows of before hold what the stricter constraints asked.
alter table adjustments
  -- By how much the customer's lifetime spend changes: it was spent elsewhere, and no claim here carries it.
  add column points_spent bigint not null default 0,
  drop constraint adjustments_points_check,
  add constraint adjustments_points_check check (points <> 0 or points_spent <> 0) not valid;

alter table transactions
  drop constraint transactions_check,
  add constraint transactions_check check (points_approved <> 0 or points_pending <> 0 or points_spent <> 0) not valid;

alter table imports
  -- By how much all lifetime spends were changed together, and how many points became pending.
  add column spent bigint not null default 0,
  add column pending bigint not null default 0;

alter table import_rows
  -- By how much the customer's lifetime spend was changed, by one of the adjustments.
  add column spent bigint not null default 0,
  -- The activities of the points that became pending.
  add column activity_ids bigint[] not null default '{}';
