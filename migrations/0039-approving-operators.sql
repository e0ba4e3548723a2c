-- Operators approve apps, signed in to the console. Approvals of before were given by an API key.
alter table oauth_grants
  alter column key_id drop not null,
  add column operator_id bigint,
  add constraint oauth_grants_by_one check ((key_id is null) <> (operator_id is null));
