-- Moves a full partition to another tablespace while servers run: nothing in it changes any more, so a copy takes its place.
-- psql "$DATABASE_OWNER_URL" -v partition=first -v tablespace=archive -f examples/partitions/move-partition.sql
-- If it ends with an error, all is as before: begin again. A copy that was not needed then goes first.
-- (ALTER TABLE … SET TABLESPACE would keep every reader of a customer's history waiting meanwhile.)
\set ON_ERROR_STOP on
set partitions.partition = :'partition';
set partitions.tablespace = :'tablespace';
set lock_timeout = '2s';
drop table if exists transactions_parts.moved;

do $$
declare
  part regclass := format('transactions_parts.%I', current_setting('partitions.partition'));
  place text := format('tablespace %I', current_setting('partitions.tablespace'));
  bound bigint := (select substring(pg_get_expr(relpartbound, oid) from 'TO \(''(\d+)''\)') from pg_class where oid = part);
begin
  -- A transaction that comes later, or is on its way, would be missing in the copy.
  if (settled_id('transaction_ids', 12) >= bound - 1) is not true then
    raise exception '% is not full: transactions up to % belong there, and not all of them are written', part, bound - 1;
  end if;
  execute format('create table transactions_parts.moved (like %s including defaults including constraints) %s', part, place);
  execute format('insert into transactions_parts.moved select * from %s order by id', part);
  execute format('alter table transactions_parts.moved add primary key (program_id, id) using index %s', place);
  execute format('create index on transactions_parts.moved (program_id, customer_id, id) %s', place);
  execute format('create index on transactions_parts.moved using brin (created_at) with (autosummarize = on) %s', place);
  -- With it the attachment needs not look at each row. A partition that was moved before has it already.
  alter table transactions_parts.moved drop constraint if exists within_bounds;
  execute format('alter table transactions_parts.moved add constraint within_bounds check (%s)',
    pg_get_partition_constraintdef(part));
  create trigger append_only before update or delete or truncate on transactions_parts.moved
    for each statement execute function refuse_change();
end $$;
analyze transactions_parts.moved;

begin;
do $$
declare
  part regclass := format('transactions_parts.%I', current_setting('partitions.partition'));
  bounds text := (select pg_get_expr(relpartbound, oid) from pg_class where oid = part);
  sums text := 'count(*), sum(id), sum(points_approved), sum(points_pending), sum(points_spent)';
  same boolean;
begin
  -- Readers go on while both are compared, and so do writers: they write to other partitions.
  execute format('lock table %s in share mode', part);
  execute format('select (select (%s)::text from %s) = (select (%1$s)::text from transactions_parts.moved)', sums, part)
    into same;
  if same is not true then
    raise exception 'the copy does not have the transactions of %', part;
  end if;
  execute format('alter table transactions detach partition %s', part);
  execute format('alter table transactions attach partition transactions_parts.moved %s', bounds);
  execute format('drop table %s', part);
  execute format('alter table transactions_parts.moved rename to %I', current_setting('partitions.partition'));
end $$;
commit;
