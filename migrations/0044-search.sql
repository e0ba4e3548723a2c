-- one by one
-- Search for customers ---------------------------------------------------------------------------

-- The unique indexes of texts serve the search for their beginnings too, in whatever collation the database has: an
-- index of this kind finds equal texts as any other does. So the search costs no write of these columns anything. Each
-- new index stands before the old one goes, so that nothing is ever twice.
create unique index concurrently if not exists customers_by_merchant_id
  on customers (program_id, merchant_key text_pattern_ops);
drop index concurrently if exists customers_by_merchant;
create unique index concurrently if not exists customers_by_address
  on customers (program_id, lower(email) text_pattern_ops) where email is not null;
drop index concurrently if exists customers_by_email;
drop index concurrently if exists customers_by_email_start;
create unique index concurrently if not exists orders_by_merchant_id
  on orders (program_id, merchant_key text_pattern_ops);
drop index concurrently if exists orders_by_merchant;

-- "ada lovelace" and "lovelace ada".
create index concurrently if not exists customers_by_name on customers
  (program_id, lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) text_pattern_ops)
  where first_name is not null or last_name is not null;
create index concurrently if not exists customers_by_last_name on customers
  (program_id, lower(last_name || coalesce(' ' || first_name, '')) text_pattern_ops) where last_name is not null;
-- Stores write numbers with a sign before them, and people leave it out.
create index concurrently if not exists orders_by_number
  on orders (program_id, lower(ltrim(number, '#')) text_pattern_ops) where number is not null;

-- Lists of customers by tier and state, newest first. Members are most of the customers and need none.
create index concurrently if not exists customers_of_tier
  on customers (program_id, tier_id, id) where tier_id is not null;
create index concurrently if not exists customers_blocked
  on customers (program_id, id) where blocked_at is not null and erased_at is null;
create index concurrently if not exists customers_guests on customers (program_id, id)
  where enrolled_at is null and merged_into is null and erased_at is null;
