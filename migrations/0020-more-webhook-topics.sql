-- More that is told, by the same outbox. Nothing of what happened before is told.
alter table webhook_events drop constraint webhook_events_kind_check;
alter table webhook_events add constraint webhook_events_kind_check check (kind in ('customer_changed', 'enrolled', 'activity', 'claim',
  'tier_entered', 'referral_completed', 'progressed', 'approaching_tier_upgrade', 'approaching_points_expiration', 'approaching_reward_expiration',
  'points_removed', 'points_expired', 'claim_refunded', 'order_undone', 'voucher_reused', 'fulfillment'));

-- What a hand, a resolution or a refund takes; a claim and an expiry are told as such.
create trigger note_removed after insert on transactions for each row
  when (new.resource in ('activity', 'adjustment') and new.points_approved <= 0 and new.points_pending <= 0)
  execute function note_event('points_removed', 'program_events/customer.points_removed');
create trigger note_event after insert on expiries for each row
  execute function note_event('points_expired', 'program_events/customer.points_expired');

-- Rows that end after they were written are told as of when they changed.
create function note_ended_event() returns trigger language plpgsql as $$
declare
  ended timestamptz := case tg_table_name when 'orders' then (to_jsonb(new) ->> 'updated_at')::timestamptz
    else (to_jsonb(new) ->> 'resolved_at')::timestamptz end;
begin
  if exists (select from webhooks where program_id = new.program_id and topic = any (tg_argv[1:])) then
    insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
      values (new.program_id, new.customer_id, tg_argv[0], new.id, coalesce(ended, new.created_at));
  end if;
  return null;
end $$;
create trigger note_refunded after update of state on claimed_rewards for each row
  when (old.state is distinct from new.state and new.state in ('void', 'declined'))
  execute function note_ended_event('claim_refunded', 'program_events/customer.claim_refunded');
create trigger note_undone after update of refund_status, cancelled_at on orders for each row
  when ((new.refund_status = 'refunded' or new.cancelled_at is not null) and old.refund_status <> 'refunded' and old.cancelled_at is null)
  execute function note_ended_event('order_undone', 'program_events/customer.order_undone');

-- A claim that the store fulfils by a webhook is told to that address once, whoever subscribed to what.
create function note_fulfillment() returns trigger language plpgsql as $$
begin
  insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
    values (new.program_id, new.customer_id, 'fulfillment', new.id, new.created_at);
  return null;
end $$;
create trigger note_fulfillment after insert on claimed_rewards for each row
  when (new.kind = 'custom' and new.terms ->> 'fulfillment_method' = 'webhook')
  execute function note_fulfillment();
