-- A transaction without an activity or a claim is joined by a key that nothing has. Postgres puts all rows without a key
-- into one batch of a hash join, and divides it until memory or the disk is full.
alter function make_analytics() rename to make_first_analytics;

create function make_analytics() returns void language plpgsql as $make$
begin
  if to_regclass('analytics.daily_points') is null then
    perform make_first_analytics();
  end if;

  create or replace view analytics.transactions as
    select p.key as program, t.id as transaction_id, t.customer_id, t.created_at, t.resource, r.key as rule, w.key as reward,
        t.points_approved, t.points_pending, t.points_spent
      from transactions t
      join programs p on p.id = t.program_id
      left join activities a on a.program_id = t.program_id and a.id = coalesce(t.activity_id, -t.id)
      left join program_entries r on r.program_id = t.program_id and r.id = coalesce(a.rule_id, -t.id)
      left join claimed_rewards c on c.program_id = t.program_id and c.id = coalesce(t.claimed_reward_id, -t.id)
      left join program_entries w on w.program_id = t.program_id and w.id = coalesce(c.reward_id, -t.id);
end $make$;

do $$ begin
  if to_regclass('analytics.daily_points') is not null then
    perform make_analytics();
  end if;
end $$;
