-- one by one
-- Customers who left a tier for none ---------------------------------------------------------------

-- Whoever comes into a tier has an entry for it, and whoever leaves for none has not. The reasons of points leave the
-- tier out where a customer may have left it. Other changes pay nothing for it.
create index concurrently if not exists member_changes_left on member_changes (program_id, customer_id)
  where joined = 0 and tier_id is null;
