-- Single sign-on -----------------------------------------------------------------------------------

-- The accounts of an identity provider by which operators sign in. An account is known by issuer and subject, whatever
-- email it has by now.
create table operator_identities (
  issuer text not null,
  subject text not null,
  operator_id bigint not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  primary key (issuer, subject)
);
create unique index operator_identities_of on operator_identities (operator_id, issuer);

-- Rights that groups of the provider give. A sign-in without the group takes them away; rights given by hand stay.
alter table operator_roles add column by_groups boolean not null default false;
alter table operators add column admin_by_groups boolean not null default false;
