-- one by one
-- Activities that wait for a decision --------------------------------------------------------------

-- The queue of operators, oldest first. An activity is in it while it is pending: one that is approved at once pays
-- nothing for it.
create index concurrently if not exists activities_waiting on activities (program_id, id) where state = 'pending';
