-- Files of customers that people brought by the console, and the work on imports that they ordered there. Both are
-- deleted a day after they came.
create table import_files (
  program_id bigint not null,
  id bigint not null default nextval('import_ids'),
  name text not null,
  hash bytea not null,
  -- How it is read: its encoding, its delimiter, its header.
  layout jsonb not null,
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index import_files_created on import_files (created_at);

create table import_file_parts (
  program_id bigint not null,
  file_id bigint not null,
  place integer not null,
  bytes bytea not null,
  primary key (program_id, file_id, place)
);

create table import_tasks (
  program_id bigint not null,
  id bigint not null default nextval('import_ids'),
  kind text not null check (kind in ('check', 'run', 'revert')),
  -- Null: a revert.
  file_id bigint,
  -- Null: a check, or a run that has not ended.
  import_id bigint,
  -- How the columns of the file are read.
  choices jsonb,
  -- Who ordered it, by which request.
  operator_id bigint not null,
  request_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  done bigint not null default 0,
  -- How many rows or customers there are in all; null: not known yet.
  of_all bigint,
  outcome jsonb,
  -- Why it failed.
  mistake text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Until then the process that works on it counts as alive.
  leased_until timestamptz(3),
  primary key (program_id, id),
  check ((kind = 'revert') = (file_id is null)),
  check ((state = 'waiting') = (finished_at is null))
);
create unique index import_tasks_of_file on import_tasks (program_id, file_id) where state = 'waiting';
create unique index import_tasks_of_import on import_tasks (program_id, import_id) where state = 'waiting' and kind = 'revert';
create index import_tasks_waiting on import_tasks (id) where state = 'waiting';
create index import_tasks_created on import_tasks (created_at);
