import type { Actor } from '../audit/actor.ts';
import { localDate } from '../core/calendar.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { countSpend, findRights, readSpent } from './limit-store.ts';

/** Whether adding or removing this many points needs two people. */
export function pointsTakeTwo({ settings: { approvals } }: Program, points: number): boolean {
  return approvals?.points_above !== undefined && Math.abs(points) > approvals.points_above;
}

export function erasureTakesTwo({ settings: { approvals } }: Program): boolean {
  return approvals?.erase === 2;
}

/**
 * Refuses points by hand that an operator may not add or remove alone, and counts other points on the operator's day if
 * it has a limit. Actors other than operators are never refused. The customer is locked before. Throws
 * DomainError('approval_required').
 */
export async function refusePointsAlone(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  program: Program,
  by: Actor,
  points: number,
): Promise<void> {
  if (by.kind !== 'operator') return;
  if (pointsTakeTwo(program, points)) throw new DomainError('approval_required', TWO_PEOPLE);
  const limit = program.settings.operators?.support.points_per_day;
  if (limit === undefined) return;
  const rights = await findRights(tx, by.id, program.id);
  if (rights?.is_admin || rights?.roles[program.id] !== 'support') return;
  const day = localDate(deps.clock.now(program), program.sites[0]!.time_zone);
  const spend = { program_id: program.id, operator_id: by.id, day, points: Math.abs(points) };
  if (await countSpend(tx, spend, limit)) return;
  const left = Math.max(0, limit - (await readSpent(tx, spend)));
  throw new DomainError(
    'approval_required',
    `You may add or remove ${left} more points today. Ask a colleague who is a manager, or go on tomorrow.`,
    { details: { points_left: left } },
  );
}

/** Refuses an erasure that needs two people. Throws DomainError('approval_required'). */
export function refuseErasureAlone(program: Program, by: Actor): void {
  if (by.kind === 'operator' && erasureTakesTwo(program))
    throw new DomainError('approval_required', TWO_PEOPLE);
}

const TWO_PEOPLE = 'This takes two people. Ask for it, and let somebody else decide.';
