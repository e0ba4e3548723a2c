-- Referrals of before count on the days on which they happened, at the sites where their referrers are at home since.
-- Those that are noted already happened after the migration before.
insert into referral_changes (program_id, referral_id, customer_id, site_id, day, told_at, asked, used, completed)
  select r.program_id, r.id, c.id, c.site_id, (told.at at time zone (e.definition ->> 'time_zone'))::date, told.at, told.asked, told.used, told.completed
    from referrals r
    join customers c on c.program_id = r.program_id and c.id = r.referrer_id
    join program_entries e on e.program_id = c.program_id and e.id = c.site_id
    cross join lateral (values
      (case when r.code is not null then r.created_at end, 1, 0, 0),
      (r.used_at, 0, 1, 0),
      (r.completed_at, 0, 0, 1)) told (at, asked, used, completed)
    where told.at is not null and not exists (
      select from referral_changes noted
        where noted.program_id = r.program_id and noted.referral_id = r.id
          and (noted.asked = 1 and told.asked = 1 or noted.used = 1 and told.used = 1 or noted.completed = 1 and told.completed = 1))
    order by told.at, r.program_id, r.id;
