-- The tier that a customer was in when that left the program file, and until when its membership would have lasted
-- (null: for good). As long as that lasts, entering the tier anew, or one that is no higher, gives no entry rewards.
-- Of memberships that ended so before, nothing is known: they stay as they are.
alter table customers
  add column withdrawn_tier_id bigint,
  add column withdrawn_tier_until timestamptz(3);
