-- Files of requests -------------------------------------------------------------------------------------

-- A file that whoever asked for points by hand put to the reason, for whoever decides. An approval makes it the file of
-- the note; it ends with the request in any other case.
create table operator_request_files (
  program_id bigint not null,
  request_id bigint not null,
  customer_id bigint not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('png', 'jpeg', 'webp', 'pdf', 'text')),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (program_id, request_id)
);
create index operator_request_files_of on operator_request_files (program_id, customer_id);
