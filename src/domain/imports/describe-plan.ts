import type { Program } from '../programs/configuration.ts';
import type { GivenCustomer } from './import-fields.ts';
import type { RowPlan } from './plan-row.ts';

/** One line per effect of a row, for readers of an import's plan. A row without an effect gives none. */
export function describePlan(program: Program, row: GivenCustomer, plan: RowPlan): string[] {
  if (plan.kind === 'refused' || plan.kind === 'unchanged') return [];
  const who = `line ${row.line}: ${row.merchant_id ?? row.email}`;
  const points = plan.openings.reduce((sum, opening) => sum + opening.points, 0);
  const spent = plan.openings.reduce((sum, opening) => sum + (opening.spent ?? 0), 0);
  const pending = plan.pending.reduce((sum, part) => sum + part.points, 0);
  if (plan.kind === 'create') {
    const tier = plan.draft.fields.tier ? program.tier(plan.draft.fields.tier.tier_id!) : undefined;
    const state = plan.draft.blocked ? 'blocked' : plan.draft.enrolled_at === null ? 'guest' : 'customer';
    const said = [`new ${state}`, `${points} points`];
    if (pending !== 0) said.push(`${pending} pending`);
    if (spent !== 0) said.push(`${spent} spent`);
    if (tier) said.push(`tier ${tier.key}`);
    return [`${who}: ${said.join(', ')}`];
  }
  const { points_approved, points_pending, points_spent } = plan.customer;
  const changes = Object.keys(plan.after);
  if (spent !== 0) changes.unshift(`points_spent ${points_spent} → ${points_spent + spent}`);
  if (pending !== 0) changes.unshift(`points_pending ${points_pending} → ${points_pending + pending}`);
  if (points !== 0) changes.unshift(`points ${points_approved} → ${points_approved + points}`);
  return [`${who}: ${changes.join(', ')}`];
}
