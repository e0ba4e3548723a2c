-- Passkeys of operators ----------------------------------------------------------------------------

create sequence operator_passkey_ids;
create table operator_passkeys (
  id bigint primary key default nextval('operator_passkey_ids'),
  operator_id bigint not null,
  -- By which its operator tells it from others.
  name text not null,
  credential_id bytea not null,
  -- COSE. It verifies signatures and is no secret.
  public_key bytea not null,
  -- Of signatures, as the authenticator counts them; 0 where it does not.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index operator_passkeys_by_credential on operator_passkeys (credential_id);
create index operator_passkeys_of on operator_passkeys (operator_id);

-- Challenges that a passkey has yet to sign. Each is taken once, whatever the answer to it is.
create table operator_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'confirm')),
  -- null: somebody who signs in, whom the passkey names.
  operator_id bigint,
  expires_at timestamptz(3) not null,
  check ((purpose = 'sign_in') = (operator_id is null))
);
create index operator_challenges_expired on operator_challenges (expires_at);
