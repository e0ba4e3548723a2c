-- Files of notes ----------------------------------------------------------------------------------------

-- A file that a colleague put to a note, such as the picture of a receipt. It goes with its note: where the note is
-- deleted, or its customer erased, the file is too.
create table customer_note_files (
  program_id bigint not null,
  note_id bigint not null,
  customer_id bigint not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('png', 'jpeg', 'webp', 'pdf', 'text')),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (program_id, note_id)
);
create index customer_note_files_of on customer_note_files (program_id, customer_id);
