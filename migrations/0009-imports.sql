-- Imports --------------------------------------------------------------------------------------

create sequence import_ids;
-- A file of customers that was brought in, in batches of rows, each in a transaction of its own.
create table imports (
  program_id bigint not null,
  id bigint not null default nextval('import_ids'),
  file_name text not null,
  -- Of the file's bytes: run again, an import that was cut short goes on behind rows_done.
  file_hash bytea not null,
  -- How its columns are read; another way of reading the same file is another import.
  options jsonb not null,
  state text not null check (state in ('running', 'done', 'reverting', 'reverted')),
  rows_done bigint not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  -- What all balances were changed by together.
  points bigint not null default 0,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (program_id, id)
);
-- One file is brought in once at a time.
create unique index imports_running on imports (program_id, file_hash) where state = 'running';

-- What an import did to a customer, and what was there before, so that it can be reverted.
create table import_rows (
  program_id bigint not null,
  import_id bigint not null,
  customer_id bigint not null,
  created boolean not null,
  -- By how many points its balance was changed, and by which adjustments.
  points bigint not null,
  adjustment_ids bigint[] not null,
  -- The fields that were changed: as they were, null where the customer was created, and as the import left them.
  before jsonb,
  after jsonb not null,
  reverted_at timestamptz(3),
  -- What a revert left in place, and why.
  kept text,
  primary key (program_id, import_id, customer_id)
);
create index import_rows_of_customer on import_rows (program_id, customer_id);
create index import_rows_to_revert on import_rows (program_id, import_id, customer_id) where reverted_at is null;

-- Rows of the file that could not be brought in, by the line on which they end. Nothing of what they say.
create table import_refusals (
  program_id bigint not null,
  import_id bigint not null,
  line bigint not null,
  reason text not null,
  primary key (program_id, import_id, line)
);
