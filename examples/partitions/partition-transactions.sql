-- The ledger's transactions in partitions by id, while servers run; docs/scaling.md says when it is worth it. As the owner
-- of the tables: psql "$DATABASE_OWNER_URL" -v ON_ERROR_STOP=1 -f examples/partitions/partition-transactions.sql
-- For a server in a schema of its own: PGOPTIONS=-csearch_path=shop_a psql …
-- The table as it stands becomes the first partition. Later ids go into the next, of as many ids as these:
set partitions.size = 50000000;
-- If a longer transaction is in the way, begin again. Or give up: "alter table transactions drop constraint
-- transactions_up_to", since every write would fail where ids reach that end.
set lock_timeout = '2s';

-- The server's role would get every right on new tables of its own schema. Of the servers that share a database, one can
-- have partitions.
create schema if not exists transactions_parts;

-- Servers go on giving ids: the end lies well above the last of them.
do $$
declare
  size bigint := current_setting('partitions.size');
  given bigint := coalesce(pg_sequence_last_value('transaction_ids'), 0);
  bound bigint := ((given + size / 10) / size + 1) * size;
begin
  if to_regclass('transactions_parts.first') is not null then
    raise exception 'there are partitions in this database already';
  end if;
  alter table transactions drop constraint if exists transactions_up_to;
  execute format('alter table transactions add constraint transactions_up_to check (id < %s) not valid', bound);
end $$;
-- These read the table while others write, so that the lock below is held for some milliseconds.
alter table transactions validate constraint transactions_up_to;
alter table transactions validate constraint transactions_check;

do $$
declare
  size bigint := current_setting('partitions.size');
  bound bigint := (select substring(pg_get_constraintdef(oid) from 'id < \D*(\d+)') from pg_constraint
    where conrelid = 'transactions'::regclass and conname = 'transactions_up_to');
  triggers text[];
  views text[];
  rights text[];
  statement text;
begin
  lock table transactions in access exclusive mode;
  triggers := array(select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'transactions'::regclass and not tgisinternal);
  -- A view holds its table, whatever the table's name.
  views := array(select distinct format('create or replace view %s as %s', v.oid::regclass, pg_get_viewdef(v.oid))
    from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
    where d.refobjid = 'transactions'::regclass and d.classid = 'pg_rewrite'::regclass and v.relkind = 'v');
  rights := array(select format('grant %s on transactions to %s', string_agg(a.privilege_type, ', '), a.grantee::regrole)
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'transactions'::regclass and a.grantee not in (0, c.relowner) group by a.grantee);

  drop trigger announce on transactions;
  drop trigger note_removed on transactions;
  -- Those that are there once a program has left the schema, or while one is being moved.
  foreach statement in array array(select format('drop trigger %I on transactions', tgname) from pg_trigger
    where tgrelid = 'transactions'::regclass and tgname in ('program_left', 'program_move_in', 'program_move_on'))
    loop execute statement; end loop;
  alter table transactions rename to first;
  alter table first set schema transactions_parts;
  alter index transactions_parts.transactions_pkey rename to first_pkey;
  alter index transactions_parts.transactions_of_customer rename to first_of_customer;
  alter index transactions_parts.transactions_created rename to first_created;

  create table transactions (like transactions_parts.first including defaults including constraints) partition by range (id);
  alter table transactions drop constraint transactions_up_to;
  alter table only transactions add constraint transactions_pkey primary key (program_id, id);
  create index transactions_of_customer on only transactions (program_id, customer_id, id);
  create index transactions_created on only transactions using brin (created_at) with (autosummarize = on);
  execute format('alter table transactions attach partition transactions_parts.first for values from (minvalue) to (%s)', bound);
  execute format('create table transactions_parts.up_to_%s partition of transactions for values from (%s) to (%1$s)',
    bound + size, bound);
  -- Those of the whole are not asked where somebody names a partition.
  execute format('create trigger append_only before update or delete or truncate on transactions_parts.up_to_%s
    for each statement execute function refuse_change()', bound + size);
  foreach statement in array triggers || rights || views loop execute statement; end loop;
end $$;
analyze transactions;
