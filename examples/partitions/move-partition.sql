-- Moves an old partition to another tablespace while servers run: nothing in it ever changes, so a copy takes its place.
-- psql "$DATABASE_OWNER_URL" -v ON_ERROR_STOP=1 -v partition=first -v tablespace=archive -f examples/partitions/move-partition.sql
-- (ALTER TABLE … SET TABLESPACE would keep every reader of a customer's history waiting meanwhile.)
set lock_timeout = '2s';
select pg_get_expr(relpartbound, oid) as bounds, format('check (%s)', pg_get_partition_constraintdef(oid)) as within
  from pg_class where oid = ('transactions_parts.' || :'partition')::regclass \gset
create table transactions_parts.moved (like transactions_parts.:"partition" including defaults including constraints)
  tablespace :"tablespace";
insert into transactions_parts.moved select * from transactions_parts.:"partition" order by id;
alter table transactions_parts.moved add primary key (program_id, id) using index tablespace :"tablespace";
create index on transactions_parts.moved (program_id, customer_id, id) tablespace :"tablespace";
create index on transactions_parts.moved using brin (created_at) with (autosummarize = on) tablespace :"tablespace";
-- With it the attachment needs not look at each row.
alter table transactions_parts.moved add constraint within_bounds :within;
create trigger append_only before update or delete or truncate on transactions_parts.moved
  for each statement execute function refuse_change();
analyze transactions_parts.moved;
begin;
alter table transactions detach partition transactions_parts.:"partition";
alter table transactions attach partition transactions_parts.moved :bounds;
alter table transactions_parts.:"partition" disable trigger append_only;
drop table transactions_parts.:"partition";
alter table transactions_parts.moved rename to :"partition";
commit;
