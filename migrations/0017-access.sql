-- Keys and apps -------------------------------------------------------------------------------

alter table api_keys
  -- Written at intervals, not with every request.
  add column last_used_at timestamptz(3),
  add column expires_at timestamptz(3),
  -- Addresses and networks from which the key is taken; null: from everywhere.
  add column networks text[] check (cardinality(networks) > 0),
  -- Requests of this key alone; null: as many as the server is configured to take of each.
  add column requests_per_second integer check (requests_per_second > 0);
alter table oauth_apps add column last_used_at timestamptz(3);

-- The tokens that a refresh token was exchanged for, sealed under that token: they are told again to an app to which the
-- answer was lost.
alter table oauth_tokens add column answer bytea;
create index oauth_tokens_answered on oauth_tokens (used_at) where answer is not null;

-- Search by email -----------------------------------------------------------------------------

-- Writes of customers wait while an index is made: about half a second for each 100,000 customers.
create index customers_by_email_start on customers (program_id, lower(email) text_pattern_ops) where email is not null;

-- Where the extension is not there, or the owner may not make it, a part of an email cannot be searched for. Both
-- statements may be run later by hand.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'emails are searched by their beginning only: %', sqlerrm;
end $$;
do $$
declare
  operators text := (select quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where extname = 'pg_trgm');
begin
  if operators is not null then
    execute format('create index customers_by_email_part on customers using gin (lower(email) %s.gin_trgm_ops) where email is not null', operators);
  end if;
end $$;
