-- Ordered rounds of the ledger check ---------------------------------------------------------------------

-- Somebody waits for the round: its slices follow each other without a rest.
alter table ledger_rounds add column ordered boolean not null default false;
