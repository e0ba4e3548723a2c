-- The word with which a back end resolved an activity: `void` on a pending one declines it, `declined` on an approved one
-- voids it, and the same word told again is no other one. Nothing is known of those resolved before. An activity itself is
-- append-only, so the word stands beside it.
create table told_resolutions (
  program_id bigint not null,
  activity_id bigint not null,
  told_as text not null check (told_as in ('approved', 'declined', 'void')),
  primary key (program_id, activity_id)
);

-- Of a report that has completed nothing yet.
alter table reported_activities add column told_as text;
alter table reported_activities add constraint reported_activities_told_as
  check (told_as in ('approved', 'declined', 'void')) not valid;
