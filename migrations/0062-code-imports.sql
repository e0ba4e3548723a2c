-- Imports of codes --------------------------------------------------------------------------------------

-- Codes that somebody brought by the console, and the work on them that was ordered there. Both are deleted a day after
-- they came.
create table code_imports (
  program_id bigint not null,
  id bigint not null default nextval('import_ids'),
  reward_id bigint not null,
  kind text not null check (kind in ('check', 'run')),
  lines bytea not null,
  -- Who ordered it, by which request.
  operator_id bigint not null,
  request_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  done bigint not null default 0,
  of_all bigint not null,
  -- Where a run goes on that was cut off: written with the codes of each part.
  kept jsonb,
  outcome jsonb,
  -- Why it failed.
  mistake text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Until then the process that works on it counts as alive.
  leased_until timestamptz(3),
  primary key (program_id, id),
  check ((state = 'waiting') = (finished_at is null))
);
create unique index code_imports_of on code_imports (program_id, reward_id) where state = 'waiting';
create index code_imports_waiting on code_imports (id) where state = 'waiting';
create index code_imports_created on code_imports (created_at);
