-- Batches of completions insert many activities with one statement. One insert for all of their events costs a fifth of
-- one for each. Those of customers stay one by one: only a trigger of rows can ask which columns an update set.
create function note_activities() returns trigger language plpgsql as $$
begin
  insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
    select a.program_id, a.customer_id, 'activity', a.id, a.created_at from inserted a
      where a.rule_id is not null
        and exists (select from webhooks w where w.program_id = a.program_id and w.topic = any (tg_argv))
      order by a.id;
  return null;
end $$;
drop trigger note_event on activities;
create trigger note_event after insert on activities referencing new table as inserted for each statement
  execute function note_activities('program_events/customer.rule_completed', 'program_events/customer.points_earned');
