-- Backups --------------------------------------------------------------------------------------------

-- What became of each attempt to make or to prove a backup, for operators. The backups themselves lie in BACKUP_DIR.
create sequence backup_run_ids;
create table backup_runs (
  id bigint primary key default nextval('backup_run_ids'),
  kind text not null check (kind in ('create', 'verify')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- null: the run did not come as far as a backup, or the backup was made by other tools.
  backup text,
  -- null: it succeeded.
  error text
);
create index backup_runs_by_outcome on backup_runs (kind, (error is null), id);
