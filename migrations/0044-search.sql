-- Search for customers ---------------------------------------------------------------------------

-- The unique indexes of texts serve the search for their beginnings too, in whatever collation the database has: an
-- index of this kind finds equal texts as any other does. So the search costs no write of these columns anything.
-- Writes of the tables wait while the indexes are made: about half a second for each 100,000 rows.
drop index customers_by_merchant;
create unique index customers_by_merchant on customers (program_id, merchant_key text_pattern_ops);
drop index customers_by_email;
drop index customers_by_email_start;
create unique index customers_by_email on customers (program_id, lower(email) text_pattern_ops) where email is not null;
drop index orders_by_merchant;
create unique index orders_by_merchant on orders (program_id, merchant_key text_pattern_ops);

-- "ada lovelace" and "lovelace ada".
create index customers_by_name on customers
  (program_id, lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) text_pattern_ops)
  where first_name is not null or last_name is not null;
create index customers_by_last_name on customers
  (program_id, lower(last_name || coalesce(' ' || first_name, '')) text_pattern_ops) where last_name is not null;
-- Stores write numbers with a sign before them, and people leave it out.
create index orders_by_number on orders (program_id, lower(ltrim(number, '#')) text_pattern_ops) where number is not null;

-- Lists of customers by tier and state, newest first. Members are most of the customers and need none.
create index customers_of_tier on customers (program_id, tier_id, id) where tier_id is not null;
create index customers_blocked on customers (program_id, id) where blocked_at is not null and erased_at is null;
create index customers_guests on customers (program_id, id)
  where enrolled_at is null and merged_into is null and erased_at is null;
