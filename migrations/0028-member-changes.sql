-- Members ----------------------------------------------------------------------------------------

create sequence member_change_ids;
-- Who became a member, who is one no longer, and who changed tiers: in order, and for good.
create table member_changes (
  program_id bigint not null,
  id bigint not null default nextval('member_change_ids'),
  customer_id bigint not null,
  site_id bigint not null,
  -- The day of the record, in the zone that the site had then.
  day date not null,
  -- 1: became a member. -1: is one no longer, since it was merged into another or erased. 0: changed tiers.
  joined smallint not null check (joined in (-1, 0, 1)),
  -- The tiers before and after; null: none, or not a member.
  tier_before bigint,
  tier_id bigint,
  primary key (program_id, id)
);
create index member_changes_joined on member_changes (program_id, customer_id, id) where joined = 1;
create trigger announce before insert on member_changes for each statement execute function announce_ids('member_change_ids', 15);

-- Members of before count from their enrolment, in the tier in which they are now.
insert into member_changes (program_id, customer_id, site_id, day, joined, tier_id)
  select c.program_id, c.id, c.site_id, (c.enrolled_at at time zone (e.definition ->> 'time_zone'))::date, 1, c.tier_id
    from customers c join program_entries e on e.program_id = c.program_id and e.id = c.site_id
    where c.enrolled_at is not null and c.erased_at is null
    order by c.enrolled_at, c.id;
create trigger append_only before update or delete or truncate on member_changes for each statement execute function refuse_change();

create function note_new_members() returns trigger language plpgsql as $$
begin
  insert into member_changes (program_id, customer_id, site_id, day, joined, tier_id)
    select c.program_id, c.id, c.site_id, (c.created_at at time zone (e.definition ->> 'time_zone'))::date, 1, c.tier_id
      from new_customers c join program_entries e on e.program_id = c.program_id and e.id = c.site_id
      where c.enrolled_at is not null and c.erased_at is null
      order by c.id;
  return null;
end $$;
create trigger note_new_members after insert on customers referencing new table as new_customers
  for each statement execute function note_new_members();

create function note_member_change() returns trigger language plpgsql as $$
declare
  was boolean := old.enrolled_at is not null and old.erased_at is null;
  is_one boolean := new.enrolled_at is not null and new.erased_at is null;
begin
  if was or is_one then
    insert into member_changes (program_id, customer_id, site_id, day, joined, tier_before, tier_id)
      select new.program_id, new.id, new.site_id, (new.updated_at at time zone (e.definition ->> 'time_zone'))::date,
          is_one::int - was::int, case when was then old.tier_id end, case when is_one then new.tier_id end
        from program_entries e where e.program_id = new.program_id and e.id = new.site_id;
  end if;
  return null;
end $$;
create trigger note_member_change after update of enrolled_at, erased_at, tier_id on customers for each row
  when ((old.enrolled_at is null) <> (new.enrolled_at is null) or (old.erased_at is null) <> (new.erased_at is null)
    or old.tier_id is distinct from new.tier_id)
  execute function note_member_change();

-- Sums of them by day. tier_id 0: in any tier or none.
create table report_members (
  program_id bigint not null,
  generation integer not null,
  day date not null,
  site_id bigint not null,
  tier_id bigint not null,
  came bigint not null,
  went bigint not null,
  primary key (program_id, generation, day, site_id, tier_id)
);

-- Flows by the month in which their customers became members. Months are their first days.
create table report_cohorts (
  program_id bigint not null,
  generation integer not null,
  cohort date not null,
  month date not null,
  site_id bigint not null,
  flow text not null,
  points bigint not null,
  primary key (program_id, generation, cohort, month, site_id, flow)
);

-- Changes of members up to these ids are counted.
alter table report_states
  add column members_to bigint not null default 0,
  add column rebuilt_members_to bigint not null default 0;

-- All figures are counted anew, by cohorts too.
delete from report_figures;
delete from report_months;
delete from report_vintages;
delete from report_ages;
update report_states set generation = generation + 1, counted_to = 0, counted_at = null, rebuilding = null, rebuilt_to = 0;
