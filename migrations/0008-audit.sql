-- Who did what ---------------------------------------------------------------------------------

create sequence audit_ids;
create table audit_entries (
  program_id bigint not null,
  id bigint not null default nextval('audit_ids'),
  actor_kind text not null check (actor_kind in ('key', 'app', 'command', 'server')),
  -- Of the key or app; null of a command or the server.
  actor_id bigint,
  -- The key's or app's name then, or the command's words.
  actor_name text not null,
  action text not null,
  -- What it was done to, by the service's own id: never what would tell who a customer is.
  subject_kind text not null,
  subject_id text,
  details jsonb not null default '{}',
  request_id text,
  -- Of the wall clock.
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index audit_entries_action on audit_entries (program_id, action, id);
create index audit_entries_actor on audit_entries (program_id, actor_kind, actor_id, id);
create index audit_entries_created on audit_entries using brin (created_at) with (autosummarize = on);
create trigger announce before insert on audit_entries for each statement execute function announce_ids('audit_ids', 15);
create trigger append_only before update or delete or truncate on audit_entries for each statement execute function refuse_change();
