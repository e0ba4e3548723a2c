import type { UsageCounter } from '../core/limits.ts';
import { COUNT_USAGE, counted, text, USAGE } from './guarded.ts';

/** The points that a rule gives. */
export interface GuardedAward {
  rule_id: number;
  name: string;
  points: number;
  state: 'pending' | 'approved';
  approves_at: number | null;
  basis: object | null;
  usage: UsageCounter;
}

/** The columns of `awarded`. */
export const AWARDED = 'approved bigint, pending bigint, awards json';

/** The columns of a customer that a hot write sets if the customer earns something. */
export const MOVES_POINTS = `,
      points_approved = points_approved + held.approved,
      balance_changed_at = case when held.approved <> 0 then greatest(balance_changed_at, held.at) else balance_changed_at end,
      points_pending = points_pending + held.pending,
      next_due_at = least(next_due_at, held.due),
      last_entry_at = held.at, updated_at = held.at`;

/** The awards of a row `w`. */
const AWARDS = `json_to_recordset(w.awards) as a (place int, rule_id bigint, name text, points bigint, state text, approves_at timestamptz,
      basis jsonb, ${USAGE})`;

/**
 * Writes the activities of the awards of `from`, with the caller's own columns, their transactions, and the counters.
 * Activities and transactions get their ids in the order of the rules.
 */
export const AWARD = ({
  columns,
  values,
  from,
}: {
  columns: string;
  values: string;
  from: string;
}) => `, activity as (
  insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, approves_at, resolved_at, channel, ${columns})
    select $1::bigint, w.customer_id, a.rule_id, a.name, a.points, a.state, w.date, w.at, a.approves_at,
      case when a.state = 'approved' then w.at end, w.channel, ${values}
    from ${from} cross join lateral ${AWARDS}
    order by w.ord, a.place
    returning id, customer_id, value, state, created_at
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, case when state = 'approved' then value else 0 end, case when state = 'pending' then value else 0 end,
      0, 'activity', id, created_at
    from activity order by id
), usage as (${COUNT_USAGE('rule_id', `written w cross join lateral ${AWARDS}`)}
)`;

/** The awards as parameters, in the order of the rules, and their sums. */
export function awarded(awards: readonly GuardedAward[]) {
  const sum = (state: GuardedAward['state']) =>
    awards.reduce((total, award) => total + (award.state === state ? award.points : 0), 0);
  return {
    approved: sum('approved'),
    pending: sum('pending'),
    awards: awards.map(({ rule_id, name, points, state, approves_at, basis, usage }, place) => ({
      place,
      rule_id,
      name,
      points,
      state,
      approves_at: text(approves_at),
      basis,
      ...counted(usage),
    })),
  };
}

/** The moment at which the first of the awards falls due; null: none does. */
export function firstDue(awards: readonly GuardedAward[]): number | null {
  const dues = awards.flatMap(({ approves_at }) => approves_at ?? []);
  return dues.length > 0 ? Math.min(...dues) : null;
}
