-- The key of the lock of an order's name, beside the space of these locks (core/program-lock-store.ts).
create function order_name_lock(program bigint, key text) returns int language sql stable as
  $$ select hashtext(program || ' ' || key) # (schema_number() << 20) $$;

-- Whether no order has this name, and none that comes undone gets it before this transaction ends. Also false if one is
-- being recorded now. As it is volatile, its query sees what was committed after the statement that calls it began.
create function is_unknown_order(program bigint, key text) returns boolean language plpgsql volatile as $$
begin
  return pg_try_advisory_xact_lock_shared(7303780, order_name_lock(program, key))
    and not exists (select from orders o where o.program_id = program and o.merchant_key = key);
end $$;
