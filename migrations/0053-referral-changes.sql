-- Referrals, as reports count them -----------------------------------------------------------------

create sequence referral_change_ids;
-- Everything that happened to referrals, in order and for good: their rows say no day, site or tier that stays.
create table referral_changes (
  program_id bigint not null,
  id bigint not null default nextval('referral_change_ids'),
  referral_id bigint not null,
  -- The referrer, when it happened; also after a merge.
  customer_id bigint not null,
  -- The referrer's home site, and the day there, in the zone that the site had then.
  site_id bigint not null,
  day date not null,
  told_at timestamptz(3) not null,
  -- 1: the friend asked for a code, the code was used, the friend became a customer.
  asked smallint not null check (asked in (0, 1)),
  used smallint not null check (used in (0, 1)),
  completed smallint not null check (completed in (0, 1)),
  primary key (program_id, id)
);
create trigger announce before insert on referral_changes for each statement execute function announce_ids('referral_change_ids', 18);
create trigger append_only before update or delete or truncate on referral_changes for each statement execute function refuse_change();

-- Sums of them by day. tier_id 0: no tier.
create table report_referrals (
  program_id bigint not null,
  generation integer not null,
  day date not null,
  site_id bigint not null,
  tier_id bigint not null,
  asked bigint not null,
  used bigint not null,
  completed bigint not null,
  primary key (program_id, generation, day, site_id, tier_id)
);

-- Changes of referrals up to these ids are counted.
alter table report_states
  add column referrals_to bigint not null default 0,
  add column rebuilt_referrals_to bigint not null default 0;

create function note_referral() returns trigger language plpgsql as $$
declare
  is_asked boolean := tg_op = 'INSERT' and new.code is not null;
  is_used boolean := new.used_at is not null and (tg_op = 'INSERT' or old.used_at is null);
  is_completed boolean := new.completed_at is not null and (tg_op = 'INSERT' or old.completed_at is null);
  happened timestamptz(3) := case when is_completed then new.completed_at when is_used then new.used_at else new.created_at end;
begin
  insert into referral_changes (program_id, referral_id, customer_id, site_id, day, told_at, asked, used, completed)
    select new.program_id, new.id, c.id, c.site_id, (happened at time zone (e.definition ->> 'time_zone'))::date, happened,
        is_asked::int, is_used::int, is_completed::int
      from customers c join program_entries e on e.program_id = c.program_id and e.id = c.site_id
      where c.program_id = new.program_id and c.id = new.referrer_id;
  return null;
end $$;
create trigger note_referral after insert on referrals for each row execute function note_referral();
create trigger note_referral_change after update of used_at, completed_at on referrals for each row
  when ((old.used_at is null and new.used_at is not null) or (old.completed_at is null and new.completed_at is not null))
  execute function note_referral();
