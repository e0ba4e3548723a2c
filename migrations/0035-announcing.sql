-- Announced without a statement to plan ----------------------------------------------------------

-- It runs with every statement that writes. A sequence that has given no id yet has no last value.
create or replace function announce_ids() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  namespace bigint := tg_argv[1]::bigint << 48;
  bound bigint := pg_sequence_last_value(tg_argv[0]::regclass) + 1;
begin
  if bound is null then
    execute format('select last_value + is_called::int from %I', tg_argv[0]) into bound;
  end if;
  perform pg_advisory_xact_lock_shared(namespace + bound);
  return null;
end $$;

-- Changes of members had the namespace of the audit: while one was written, the audit lacked entries with higher ids.
drop trigger announce on member_changes;
create trigger announce before insert on member_changes for each statement execute function announce_ids('member_change_ids', 17);

create or replace function settled_id(sequence_name text, namespace int) returns bigint
  language plpgsql volatile set search_path = pg_catalog, public as $$
declare
  -- A server of the version before names the former namespace, while it still runs beside newer ones.
  announced int := case when sequence_name = 'member_change_ids' then 17 else namespace end;
  allocated bigint;
  in_flight bigint;
begin
  execute format('select last_value - (not is_called)::int from %I', sequence_name) into allocated;
  select min((classid::bigint << 32 | objid::bigint) & ((1::bigint << 48) - 1)) into in_flight
    from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint >> 16) = announced;
  return least(allocated, in_flight - 1);
end $$;
