-- Imports that take two people --------------------------------------------------------------------

-- An import that gives or takes many points of a customer waits until another operator approves it.
alter table import_tasks add column takes_two boolean not null default false;
alter table import_tasks add column approved_by bigint;
