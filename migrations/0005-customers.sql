-- Customers ------------------------------------------------------------------------------------

-- Customers are listed in the order of their ids, none missed and none repeated.
create trigger announce before insert on customers for each statement execute function announce_ids('customer_ids', 14);
create index customers_created on customers (program_id, created_at);

-- Reported activities --------------------------------------------------------------------------

-- What a back end said of a report that has completed nothing: of a guest, and so far; of a blocked customer or
-- where no rule was open, for good. Null: nothing. Of what completed rules, their activities tell.
alter table reported_activities add column resolution text check (resolution in ('approved', 'declined', 'void'));
