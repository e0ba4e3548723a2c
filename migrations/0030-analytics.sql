-- For analysts -----------------------------------------------------------------------------------

-- Views for people who ask with SQL. Their columns are part of what the server promises: later versions add some, and
-- change or drop none. They hold no personal data: a customer is a number. The role loyaltyd_analyst, where there is one,
-- reads these views and nothing else; every start grants it that.
-- Where the owner may not make a schema, a start makes the views once an operator has made it.
create function make_analytics() returns void language plpgsql as $make$
begin
  if to_regnamespace('analytics') is null then
    create schema analytics;
  end if;

  create view analytics.daily_points as
    select p.key as program, f.day, s.key as site, t.key as tier, r.key as rule, w.key as reward, f.flow, f.points, f.transactions
      from report_figures f
      join report_states st on st.program_id = f.program_id and st.generation = f.generation
      join programs p on p.id = f.program_id
      left join program_entries s on s.program_id = f.program_id and s.id = f.site_id
      left join program_entries t on t.program_id = f.program_id and t.id = f.tier_id
      left join program_entries r on r.program_id = f.program_id and r.id = f.rule_id
      left join program_entries w on w.program_id = f.program_id and w.id = f.reward_id;
  comment on view analytics.daily_points is 'Sums of points by day and by what they were about, some seconds behind the ledger.';
  comment on column analytics.daily_points.program is 'The key of the program.';
  comment on column analytics.daily_points.day is 'The day of the record, in the time zone of the customer''s home site.';
  comment on column analytics.daily_points.site is 'The key of the customer''s home site.';
  comment on column analytics.daily_points.tier is 'The key of the tier that the customer had entered last. Null: none.';
  comment on column analytics.daily_points.rule is 'The key of the rule. Null: no rule gave the points.';
  comment on column analytics.daily_points.reward is 'The key of the reward. Null: no reward.';
  comment on column analytics.daily_points.flow is 'earned, voided, added, removed, imported, merged, redeemed, refunded, expired, or pending: the change of points that wait for approval.';
  comment on column analytics.daily_points.points is 'The points. Voided, removed, redeemed and expired points leave the balance, and are counted above zero.';
  comment on column analytics.daily_points.transactions is 'The number of transactions.';

  create view analytics.daily_members as
    select p.key as program, m.day, s.key as site, t.key as tier, m.came, m.went
      from report_members m
      join report_states st on st.program_id = m.program_id and st.generation = m.generation
      join programs p on p.id = m.program_id
      left join program_entries s on s.program_id = m.program_id and s.id = m.site_id
      left join program_entries t on t.program_id = m.program_id and t.id = m.tier_id;
  comment on view analytics.daily_members is 'Members who came and went by day: in the whole program where tier is null, else in that tier.';
  comment on column analytics.daily_members.program is 'The key of the program.';
  comment on column analytics.daily_members.day is 'The day of the record, in the time zone of the home site.';
  comment on column analytics.daily_members.site is 'The key of the members'' home site.';
  comment on column analytics.daily_members.tier is 'The key of the tier. Null: members of the program, in any tier or none.';
  comment on column analytics.daily_members.came is 'Customers who became members, or entered the tier.';
  comment on column analytics.daily_members.went is 'Members who were merged into others or erased, or left the tier.';

  create view analytics.monthly_cohorts as
    select p.key as program, c.cohort, c.month, s.key as site, c.flow, c.points
      from report_cohorts c
      join report_states st on st.program_id = c.program_id and st.generation = c.generation
      join programs p on p.id = c.program_id
      left join program_entries s on s.program_id = c.program_id and s.id = c.site_id;
  comment on view analytics.monthly_cohorts is 'Points by the month in which their customers became members, and by month.';
  comment on column analytics.monthly_cohorts.program is 'The key of the program.';
  comment on column analytics.monthly_cohorts.cohort is 'The first day of the month in which the customers became members.';
  comment on column analytics.monthly_cohorts.month is 'The first day of the month in which the points moved.';
  comment on column analytics.monthly_cohorts.site is 'The key of the customers'' home site.';
  comment on column analytics.monthly_cohorts.flow is 'As in daily_points, without pending.';
  comment on column analytics.monthly_cohorts.points is 'The points, as in daily_points.';

  create view analytics.customers as
    select p.key as program, c.id as customer_id, s.key as site, t.key as tier, c.created_at, c.enrolled_at, c.points_approved,
        c.points_pending, c.points_spent, c.blocked_at is not null as blocked, c.erased_at is not null as erased, c.merged_into
      from customers c
      join programs p on p.id = c.program_id
      left join program_entries s on s.program_id = c.program_id and s.id = c.site_id
      left join program_entries t on t.program_id = c.program_id and t.id = c.tier_id;
  comment on view analytics.customers is 'Customers as they are now, as numbers: no names, emails or ids of the store.';
  comment on column analytics.customers.program is 'The key of the program.';
  comment on column analytics.customers.customer_id is 'The server''s own number of the customer.';
  comment on column analytics.customers.site is 'The key of the home site.';
  comment on column analytics.customers.tier is 'The key of the present tier. Null: none.';
  comment on column analytics.customers.created_at is 'When the server first knew the customer.';
  comment on column analytics.customers.enrolled_at is 'When the customer became a member. Null: a guest.';
  comment on column analytics.customers.points_approved is 'The balance.';
  comment on column analytics.customers.points_pending is 'Points that wait for approval.';
  comment on column analytics.customers.points_spent is 'Points spent on rewards, less those that came back.';
  comment on column analytics.customers.blocked is 'Whether the customer can neither earn nor redeem.';
  comment on column analytics.customers.erased is 'Whether the customer''s personal data was deleted.';
  comment on column analytics.customers.merged_into is 'The number of the customer into whom this one was merged. Null: none.';

  create view analytics.transactions as
    select p.key as program, t.id as transaction_id, t.customer_id, t.created_at, t.resource, r.key as rule, w.key as reward,
        t.points_approved, t.points_pending, t.points_spent
      from transactions t
      join programs p on p.id = t.program_id
      left join activities a on a.program_id = t.program_id and a.id = t.activity_id
      left join program_entries r on r.program_id = t.program_id and r.id = a.rule_id
      left join claimed_rewards c on c.program_id = t.program_id and c.id = t.claimed_reward_id
      left join program_entries w on w.program_id = t.program_id and w.id = c.reward_id;
  comment on view analytics.transactions is 'The ledger, entry by entry, without notes.';
  comment on column analytics.transactions.program is 'The key of the program.';
  comment on column analytics.transactions.transaction_id is 'The number of the transaction; later ones are higher.';
  comment on column analytics.transactions.customer_id is 'The server''s own number of the customer.';
  comment on column analytics.transactions.created_at is 'When it was recorded.';
  comment on column analytics.transactions.resource is 'activity, adjustment, claimed_reward or expiry.';
  comment on column analytics.transactions.rule is 'The key of the rule. Null: none.';
  comment on column analytics.transactions.reward is 'The key of the reward. Null: none.';
  comment on column analytics.transactions.points_approved is 'By how much the balance changed.';
  comment on column analytics.transactions.points_pending is 'By how much the points that wait for approval changed.';
  comment on column analytics.transactions.points_spent is 'By how much the spent points changed.';

  create view analytics.claimed_rewards as
    select p.key as program, c.id as claimed_reward_id, c.customer_id, w.key as reward, c.kind, c.state, c.source_kind, c.points_cost,
        c.quantity, c.claimed_at, c.usage_status, c.used_at, c.expires_at, c.resolved_at
      from claimed_rewards c
      join programs p on p.id = c.program_id
      left join program_entries w on w.program_id = c.program_id and w.id = c.reward_id;
  comment on view analytics.claimed_rewards is 'Redemptions as they are now, without codes.';
  comment on column analytics.claimed_rewards.program is 'The key of the program.';
  comment on column analytics.claimed_rewards.claimed_reward_id is 'The number of the claim.';
  comment on column analytics.claimed_rewards.customer_id is 'The server''s own number of the customer; after a merge, of the survivor.';
  comment on column analytics.claimed_rewards.reward is 'The key of the reward.';
  comment on column analytics.claimed_rewards.kind is 'The kind of the reward.';
  comment on column analytics.claimed_rewards.state is 'pending, approved, declined, void or expired.';
  comment on column analytics.claimed_rewards.source_kind is 'points_redemption, rule_completion or tier_entry.';
  comment on column analytics.claimed_rewards.points_cost is 'The points that it cost.';
  comment on column analytics.claimed_rewards.quantity is 'How many were claimed at once.';
  comment on column analytics.claimed_rewards.claimed_at is 'When it was claimed.';
  comment on column analytics.claimed_rewards.usage_status is 'not_used, partially_used or used.';
  comment on column analytics.claimed_rewards.used_at is 'When it was used. Null: it was not.';
  comment on column analytics.claimed_rewards.expires_at is 'When it can no longer be used. Null: never.';
  comment on column analytics.claimed_rewards.resolved_at is 'When it was given back, lapsed or expired. Null: it was not.';
end $make$;

do $$ begin
  if has_database_privilege(current_database(), 'create') then
    perform make_analytics();
  end if;
end $$;
