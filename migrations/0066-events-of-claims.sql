-- One insert for all claims of a statement, as for activities (0026): batches of redemptions insert many with one statement.
create function note_claims() returns trigger language plpgsql as $$
begin
  insert into webhook_events (program_id, customer_id, kind, subject_id, created_at)
    select c.program_id, c.customer_id, 'claim', c.id, c.created_at from inserted c
      where exists (select from webhooks w where w.program_id = c.program_id and w.topic = any (tg_argv))
      order by c.id;
  return null;
end $$;
drop trigger note_event on claimed_rewards;
create trigger note_event after insert on claimed_rewards referencing new table as inserted for each statement
  execute function note_claims('program_events/customer.claimed_reward');
