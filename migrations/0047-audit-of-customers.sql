-- one by one
-- The deeds that a customer's timeline shows -------------------------------------------------------

-- Deeds about other things pay nothing for it.
create index concurrently if not exists audit_entries_of_customer on audit_entries (program_id, subject_kind, subject_id, id)
  where subject_kind in ('customer', 'claimed_reward');
