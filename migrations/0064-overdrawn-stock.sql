-- Stock that was lowered below what was given ------------------------------------------------------------

-- How many were given beyond the number that the program file says by now. Whatever comes back, and any higher number,
-- pays this first; only then is something left again.
alter table reward_stock add column overdrawn integer not null default 0 check (overdrawn >= 0);
