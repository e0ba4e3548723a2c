-- Drafts of a program ---------------------------------------------------------------------------

-- A program file that is being written, and that takes effect only when it is published.
create table program_drafts (
  program_id bigint not null,
  id bigint not null default nextval('configuration_ids'),
  -- The version of the program that the file was begun on, or was last merged with.
  base_version integer not null check (base_version > 0),
  -- One more with each save. Who saves names the revision that they have seen.
  revision integer not null default 1 check (revision > 0),
  -- The text. It may hold mistakes, and then it cannot be published.
  file text not null,
  note text,
  -- Whoever saved it, each once, in the order of the first save: [{kind, id, name}].
  writers jsonb not null,
  -- The version that it became; null: it is open.
  published_version integer,
  -- Of the wall clock.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index program_drafts_open on program_drafts (program_id, id) where published_version is null;
