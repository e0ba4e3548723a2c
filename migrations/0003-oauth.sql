-- OAuth 2.0 ------------------------------------------------------------------------------------

create sequence oauth_ids;

-- What an operator let in. Its secret is stored as its hash; an app without one is public.
create table oauth_apps (
  program_id bigint not null,
  id bigint not null default nextval('oauth_ids'),
  client_id text not null,
  name text not null,
  secret_hash bytea,
  redirect_uris text[] not null,
  -- The most it may be granted.
  scopes text[] not null,
  grant_types text[] not null check (grant_types <@ '{authorization_code,client_credentials}'),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (program_id, id),
  check (secret_hash is not null or not 'client_credentials' = any (grant_types))
);
create unique index oauth_apps_by_client on oauth_apps (client_id);

-- An operator's approval with its one authorization code. All tokens that come of it are one family:
-- whoever gives out or takes back one of them locks this row first.
create table oauth_grants (
  program_id bigint not null,
  id bigint not null default nextval('oauth_ids'),
  app_id bigint not null,
  -- The API key by which it was approved.
  key_id bigint not null,
  scopes text[] not null,
  code_hash bytea not null,
  -- Of the S256 method (RFC 7636).
  code_challenge text not null,
  redirect_uri text not null,
  code_expires_at timestamptz(3) not null,
  redeemed_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- When the last of it has expired, unless it is refreshed before.
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (program_id, id)
);
create unique index oauth_grants_by_code on oauth_grants (program_id, code_hash);
create index oauth_grants_expiring on oauth_grants (expires_at);

create table oauth_tokens (
  program_id bigint not null,
  id bigint not null default nextval('oauth_ids'),
  app_id bigint not null,
  -- Null: the app got it by its own secret.
  grant_id bigint,
  kind text not null check (kind in ('access', 'refresh')),
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When a refresh token was exchanged for the next one.
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (program_id, id),
  check (kind = 'access' or grant_id is not null),
  check (kind = 'refresh' or used_at is null)
);
create unique index oauth_tokens_by_hash on oauth_tokens (token_hash);
create index oauth_tokens_of_grant on oauth_tokens (program_id, grant_id) where grant_id is not null;
create index oauth_tokens_expiring on oauth_tokens (expires_at);
