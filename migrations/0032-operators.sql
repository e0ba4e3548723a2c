-- Operators --------------------------------------------------------------------------------------

-- People who sign in to the console. They belong to the server: what each may do in a program stands in operator_roles.
create sequence operator_ids;
create table operators (
  id bigint primary key default nextval('operator_ids'),
  email text not null,
  name text not null,
  -- May do everything in every program, and manage operators.
  is_admin boolean not null default false,
  -- scrypt with its parameters and salt; null: none chosen.
  password text,
  -- The secret of the second factor, sealed under the keys of data; null: none.
  totp_secret bytea,
  -- The time step of the last code that was taken. No code is taken twice.
  totp_step bigint,
  created_at timestamptz(3) not null,
  -- When the operator first chose a way to sign in; null: invited.
  joined_at timestamptz(3),
  -- When the operator was revoked. The row stays for the audit.
  disabled_at timestamptz(3)
);
create unique index operators_by_email on operators (lower(email));

create table operator_roles (
  program_id bigint not null,
  operator_id bigint not null,
  role text not null check (role in ('owner', 'manager', 'support', 'analyst')),
  primary key (program_id, operator_id)
);
create index operator_roles_of on operator_roles (operator_id);

create sequence operator_session_ids;
create table operator_sessions (
  id bigint primary key default nextval('operator_session_ids'),
  operator_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  -- Written at intervals, not with every request.
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When the operator last proved who it is.
  confirmed_at timestamptz(3) not null,
  -- So that people recognise their sessions.
  address text not null,
  agent text not null
);
create unique index operator_sessions_by_token on operator_sessions (token_hash);
create index operator_sessions_of on operator_sessions (operator_id);
create index operator_sessions_expired on operator_sessions (expires_at);

-- Links that are used once: they let somebody choose a way to sign in.
create sequence operator_link_ids;
create table operator_links (
  id bigint primary key default nextval('operator_link_ids'),
  purpose text not null check (purpose in ('first_admin', 'invite', 'reset')),
  -- null: the first admin, whom the link makes.
  operator_id bigint,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check ((purpose = 'first_admin') = (operator_id is null))
);
create unique index operator_links_by_token on operator_links (token_hash);
create index operator_links_of on operator_links (operator_id);

-- How often signing in failed lately, by keyed hashes of addresses and of emails, known or not.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_at timestamptz(3) not null
);
create index sign_in_failures_last on sign_in_failures (last_at);

-- Who did it: operators too. The rows of before keep the narrower rule, so nothing is read for the new one.
alter table audit_entries drop constraint audit_entries_actor_kind_check,
  add constraint audit_entries_actor_kind_check
    check (actor_kind in ('key', 'app', 'operator', 'command', 'server')) not valid;
alter table order_states drop constraint order_states_actor_kind_check,
  add constraint order_states_actor_kind_check
    check (actor_kind in ('key', 'app', 'operator', 'command', 'server')) not valid;
alter table program_versions drop constraint program_versions_actor_kind_check,
  add constraint program_versions_actor_kind_check
    check (actor_kind in ('key', 'app', 'operator', 'command', 'server')) not valid;
