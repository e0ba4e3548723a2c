-- one by one
-- Rewards with codes from a pool -----------------------------------------------------------------------

-- Every server looks some times a minute which pools are nearly empty. Few entries of program files are such rewards.
create index concurrently if not exists program_entries_pools on program_entries (program_id, position, id)
  where kind = 'reward' and enabled and definition -> 'codes' ->> 'kind' = 'pool';
