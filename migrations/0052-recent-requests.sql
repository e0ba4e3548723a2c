-- Recent requests ---------------------------------------------------------------------------------------

-- The requests of the last day with an API key or an access token, for developers. They are traces: no log of Postgres
-- is written for them, and a crash of Postgres empties the table.
create sequence recent_request_ids;
create unlogged table recent_requests (
  program_id bigint not null,
  caller_kind text not null check (caller_kind in ('key', 'app')),
  caller_id bigint not null,
  at timestamptz(3) not null,
  id bigint not null default nextval('recent_request_ids'),
  method text not null,
  -- The pattern; null: no route fits the address.
  route text,
  status smallint not null,
  ms real not null,
  request_id text not null,
  -- The caller hung up before the answer was out.
  aborted boolean not null,
  primary key (program_id, caller_kind, caller_id, at, id)
);
-- A key that is refused seldom, among a million requests.
create index recent_requests_refused on recent_requests (program_id, caller_kind, caller_id, at, id) where status >= 400;
create index recent_requests_by_age on recent_requests (at);
