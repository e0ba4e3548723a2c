import { expect } from 'vitest';
import { intervalAt } from '../../src/domain/core/calendar.ts';
import { entryOf } from './factories.ts';
import { type LedgerModel, ZONE } from './ledger-model.ts';
import type { TestDomain } from './test-domain.ts';

/** The customer of one sequence. */
export interface Subject {
  id: number;
  merchant_id: string;
}

interface Recorded {
  customer: {
    approved: number;
    pending: number;
    spent: number;
    tier_id: number;
    since: number;
    ends: number;
    due: number | null;
  };
  activities: { id: number; state: string; spared: number; forgone: number }[];
  claims: string[];
  lots: [number | null, number][];
  expired: [number, number][];
  usage: { subject_id: number; total: number; window_start: number; window_count: number }[];
}

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`;
const mine = 'program_id = $1 and customer_id = $2';

/** It is asked for after every event, so Postgres plans it once. */
const RECORDED = `select
    json_build_object('approved', points_approved, 'pending', points_pending, 'spent', points_spent, 'tier_id', tier_id,
      'since', ${ms('tier_started_at')}, 'ends', ${ms('tier_expires_at')}, 'due', ${ms('next_due_at')}) as customer,
    (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'spared', spared - reclaimed, 'forgone', forgone) order by id), '[]') from activities where ${mine}) as activities,
    (select coalesce(json_agg(state order by id), '[]') from claimed_rewards where ${mine}) as claims,
    (select coalesce(json_agg(json_build_array(${ms('expires_at')}, remaining)), '[]') from lots where ${mine} and remaining > 0) as lots,
    (select coalesce(json_agg(json_build_array(date, points)), '[]')
      from (select ${ms('date')} as date, sum(points)::bigint as points from expiries where ${mine} group by date) e) as expired,
    (select coalesce(json_agg(json_build_object('subject_id', subject_id, 'total', total, 'window_start', ${ms('window_start')},
      'window_count', window_count)), '[]') from usage_counters where ${mine}) as usage
    from customers where program_id = $1 and id = $2`;

/** The customer as the database has it. */
export async function recorded(domain: TestDomain, id: number): Promise<Recorded> {
  const statement = { name: 'recorded', text: RECORDED, values: [domain.program.id, id] };
  const { rows } = await domain.database.pool.query<Recorded>(statement);
  return rows[0]!;
}

const sorted = (pairs: [number, number][]) => pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Counters, tier, states, lots, expiries and places in limits are the model's, and the next due moment is known. */
export async function expectAlike(domain: TestDomain, model: LedgerModel, subject: Subject): Promise<void> {
  const { customer, activities, claims, lots, expired, usage } = await recorded(domain, subject.id);
  const due = model.nextDue()!.at;
  expect({
    ...customer,
    tier_id: domain.program.tiers.findIndex((tier) => tier.id === customer.tier_id),
    due: customer.due !== null && customer.due <= due ? 'known' : customer.due,
  }).toEqual({
    approved: model.approved,
    pending: model.pending,
    spent: model.spent,
    tier_id: model.tier.index,
    since: model.tier.since,
    ends: model.tier.ends,
    due: 'known',
  });
  expect(activities.map(({ id: _, ...activity }) => activity)).toEqual(
    model.activities.map(({ state, spared, forgone }) => ({ state, spared, forgone })),
  );
  expect(claims).toEqual(model.claims.map(({ state }) => state));
  expect(sorted(lots as [number, number][])).toEqual(
    sorted(
      model.hasLots()
        ? model.lots.filter(({ left }) => left > 0).map(({ expires, left }) => [expires, left])
        : [],
    ),
  );
  expect(sorted(expired)).toEqual(sorted([...model.expired]));
  const counted = (
    entries: readonly { key: string; id: number }[],
    key: string,
    interval: 'day' | 'week' | 'month' | null,
  ) => {
    const counter = usage.find((candidate) => candidate.subject_id === entryOf(entries, key).id);
    const start = interval && intervalAt(interval, ZONE, model.now).start;
    const current = counter && (start === null || counter.window_start === start);
    return [counter?.total ?? 0, current ? counter.window_count : 0];
  };
  const { rules, rewards } = domain.program;
  expect([
    counted(rules, 'now', 'day'),
    counted(rules, 'later', 'week'),
    counted(rules, 'purchase', null),
    counted(rewards, 'mug', null),
    counted(rewards, 'card', 'month'),
  ]).toEqual([
    [model.completed('now', null), model.completed('now', 'day')],
    [model.completed('later', null), model.completed('later', 'week')],
    [model.completed('purchase', null), model.completed('purchase', null)],
    [model.claimed('mug', null), model.claimed('mug', null)],
    [model.claimed('card', null), model.claimed('card', 'month')],
  ]);
}
