-- Customers that were merged or erased ---------------------------------------------------------

alter table customers
  -- The customer that took this one's balance and records over, and whom its merchant_id names since. Never one
  -- that was merged itself: whoever is merged brings along all that were merged into it.
  add column merged_into bigint,
  -- When its personal data was deleted; nobody finds it by any name since. It is blocked: nothing comes to it.
  add column erased_at timestamptz(3),
  add constraint customers_merged_check
    check (merged_into is null or (merged_into <> id and points_approved = 0 and points_pending = 0 and points_spent = 0)),
  add constraint customers_erased_check check (erased_at is null or blocked_at is not null);
create index customers_merged on customers (program_id, merged_into) where merged_into is not null;

-- Why points were added or removed.
alter table adjustments add column reason text not null default 'by_hand' check (reason in ('by_hand', 'opening', 'merge'));

-- A lot that is taken over stays with the customer that was merged, empty; the survivor's says as well what formed it.
drop index lots_of_activity;
drop index lots_of_adjustment;
create unique index lots_of_activity on lots (program_id, activity_id, customer_id) where activity_id is not null;
create unique index lots_of_adjustment on lots (program_id, adjustment_id, customer_id) where adjustment_id is not null;

alter table activities
  -- A completion that somebody voided keeps its place in the limit; one voided by its order gives it back.
  add column voided_by_hand boolean not null default false,
  add constraint activities_voided_check check (not voided_by_hand or state = 'void');

-- Of an activity only what becomes of it may change, forward, never back; and whose it is, once its customer was merged.
create or replace function guard_activity() returns trigger language plpgsql as $$
declare
  free constant text[] := '{state,approves_at,resolved_at,taken_back,spared,voided_by_hand,customer_id}';
begin
  if (to_jsonb(new) - free) is distinct from (to_jsonb(old) - free) then
    raise exception 'activities are append-only: only what becomes of them changes' using errcode = 'restrict_violation';
  end if;
  if new.customer_id <> old.customer_id and not exists (
    select from customers where program_id = old.program_id and id = old.customer_id and merged_into = new.customer_id
  ) then
    raise exception 'an activity stays with its customer, unless that was merged' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'pending' and new.state in ('approved', 'declined')) or (old.state = 'approved' and new.state = 'void')
  ) then
    raise exception 'an activity cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.taken_back < old.taken_back or new.spared < old.spared then
    raise exception 'what was taken back of an activity stays taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- So far only orders voided what is theirs, and only hands anything else.
update activities set voided_by_hand = true where state = 'void' and resource is null;
