-- One more partition for later ids. Run it before the last one is full: where no partition takes an id, every write fails.
-- psql "$DATABASE_OWNER_URL" -v ON_ERROR_STOP=1 -f examples/partitions/add-partition.sql
-- It locks transactions for some milliseconds, against readers too. If a longer transaction is in the way, all wait with it
-- for two seconds; then begin again.
set partitions.size = 50000000;
set lock_timeout = '2s';

do $$
declare
  size bigint := current_setting('partitions.size');
  bound bigint := (select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'transactions'::regclass);
begin
  execute format('create table transactions_parts.up_to_%s partition of transactions for values from (%s) to (%1$s)',
    bound + size, bound);
  -- Those of the whole are not asked where somebody names a partition.
  execute format('create trigger append_only before update or delete or truncate on transactions_parts.up_to_%s
    for each statement execute function refuse_change()', bound + size);
end $$;
