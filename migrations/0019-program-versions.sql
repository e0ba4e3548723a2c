-- What a program was, and what still follows from a change ---------------------------------------

-- A row for each change of a program's configuration that took effect.
create table program_versions (
  program_id bigint not null,
  -- 1, 2, … per program.
  version integer not null check (version > 0),
  -- The whole definition, normalised: entries by their keys, in their order, without those that have left.
  definition jsonb not null,
  -- The operator's own file, where the change came by one.
  source text,
  note text,
  -- The version that the change was built on; null of the first.
  base_version integer,
  -- The version whose definition this one brought back.
  rollback_of integer,
  -- Made from the configuration that was found when versions began to be kept.
  reconstructed boolean not null default false,
  actor_kind text not null check (actor_kind in ('key', 'app', 'command', 'server')),
  actor_id bigint,
  actor_name text not null,
  request_id text,
  -- Of the wall clock.
  created_at timestamptz(3) not null,
  primary key (program_id, version)
);
create trigger append_only before update or delete or truncate on program_versions for each statement execute function refuse_change();

-- The work on customers that a version leads to (memberships, usage, birthdays, expiry terms), until it is done.
create table program_follow_ups (
  program_id bigint not null,
  version integer not null,
  -- Rules and rewards whose uses are counted anew, by site: [{kind, subject_id, site_id}].
  recounted jsonb not null,
  facts_may_give_more boolean not null,
  -- Until then a process is at work on it; later any other goes on with it. Of the wall clock.
  leased_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (program_id, version)
);

-- Programs of before: what they are today is their version 1. What an earlier change led to may have been cut
-- short, so a server looks at each once more.
insert into program_versions (program_id, version, definition, reconstructed, actor_kind, actor_name, created_at)
select p.id, 1,
    jsonb_build_object(
      'key', p.key, 'name', p.name, 'currency', p.currency, 'test', p.test, 'settings', p.settings,
      'sites', e.sites, 'tiers', e.tiers, 'benefits', e.benefits, 'rules', e.rules, 'rewards', e.rewards
    ),
    true, 'server', 'server', date_trunc('milliseconds', now())
  from programs p
    cross join lateral (
      select
          coalesce(jsonb_agg(entry order by position, id) filter (where kind = 'site'), '[]') as sites,
          coalesce(jsonb_agg(entry order by position, id) filter (where kind = 'tier'), '[]') as tiers,
          coalesce(jsonb_agg(entry order by position, id) filter (where kind = 'benefit'), '[]') as benefits,
          coalesce(jsonb_agg(entry order by position, id) filter (where kind = 'rule'), '[]') as rules,
          coalesce(jsonb_agg(entry order by position, id) filter (where kind = 'reward'), '[]') as rewards
        from (
          select kind, position, id, jsonb_build_object('key', key, 'definition', definition) as entry
            from program_entries where program_id = p.id and enabled
        ) entries
    ) e;
insert into program_follow_ups (program_id, version, recounted, facts_may_give_more, leased_until, created_at)
  select id, 1, '[]', true, to_timestamp(0), date_trunc('milliseconds', now()) from programs;
