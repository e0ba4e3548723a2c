-- Several servers in one database ----------------------------------------------------------------

-- A server lives in one schema, and others may live in other schemas of the same database. Advisory locks are of the
-- whole database. So each schema has a number, and its locks hold it. The number of public is 0.
create function schema_number() returns int language sql immutable parallel safe as 'select 0';

-- Gives the current schema a number that no other schema has. A schema that is restored from a copy may bring a number
-- that is taken; then the schema that is older keeps it. Whoever migrates calls this, also if no migration is missing.
create function number_schema() returns void language plpgsql as $$
declare
  own oid := quote_ident(current_schema())::regnamespace;
  of_older int[];
  of_others int[];
  free int;
begin
  if current_schema() = 'public' then
    return;
  end if;
  -- One schema at a time: two at once might choose the same number. No other lock has these keys.
  perform pg_advisory_xact_lock(730551194, 0);
  select array_agg(substr(prosrc, 8)::int) filter (where pronamespace < own),
         array_agg(substr(prosrc, 8)::int) filter (where pronamespace <> own)
    into of_older, of_others
    from pg_proc where proname = 'schema_number' and pronargs = 0 and prosrc ~ '^select \d{1,4}$';
  if schema_number() > 0 and schema_number() = any (of_older) is not true then
    return;
  end if;
  select min(n) into free from generate_series(1, 2047) n where n = any (of_others) is not true;
  if free is null then
    raise exception 'this database has a server in each of 2,047 schemas already';
  end if;
  execute format('create or replace function schema_number() returns int language sql immutable parallel safe as %L', 'select ' || free);
end $$;

-- The functions look names up in the schema of the session, as those of all other triggers do. The key of a lock has the
-- number of the schema, the namespace of the ids, and the lower 48 bits of an id: ids may begin at any multiple of 2^48.
create or replace function announce_ids() returns trigger language plpgsql as $$
declare
  place bigint := (tg_argv[1]::int + 32 * schema_number())::bigint << 48;
  bound bigint := pg_sequence_last_value(tg_argv[0]::regclass) + 1;
begin
  if bound is null then
    execute format('select last_value + is_called::int from %I', tg_argv[0]) into bound;
  end if;
  perform pg_advisory_xact_lock_shared(place | (bound & ((1::bigint << 48) - 1)));
  return null;
end $$;

create or replace function settled_id(sequence_name text, namespace int) returns bigint language plpgsql volatile as $$
declare
  -- A server of a version before names the former namespace, while it still runs beside newer ones.
  named int := case when sequence_name = 'member_change_ids' then 17 else namespace end;
  announced int := named + 32 * schema_number();
  lower_bits bigint := (1::bigint << 48) - 1;
  allocated bigint;
  in_flight bigint;
begin
  execute format('select last_value - (not is_called)::int from %I', sequence_name) into allocated;
  select min((classid::bigint << 32 | objid::bigint) & lower_bits) into in_flight
    from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint >> 16) = announced;
  return least(allocated, ((allocated & (~lower_bits)) | in_flight) - 1);
end $$;

create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.changed_id := nextval(tg_argv[0]::regclass);
  return new;
end $$;
