import type { OperatorActor } from '../../../domain/audit/actor.ts';
import type { DomainError, DomainErrorCode } from '../../../domain/core/errors.ts';
import { findLatestResolution } from '../../../domain/listings/audit-store.ts';
import { resolveActivityReport } from '../../../domain/operations/resolve-activity-report.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isRefusal } from '../customers/refusal-words.ts';
import type { Chosen } from './chosen.ts';

/** An activity that was left as it is. */
export interface LeftActivity extends Chosen {
  code: DomainErrorCode;
  message: string;
  /** Whoever decided on it before; null: nobody, or not known. */
  decided_by: string | null;
}

export interface Decided {
  state: 'approved' | 'declined';
  done: number;
  left: LeftActivity[];
}

/**
 * Approves or declines activities one after another, each as `/v2` does it and by itself: one that is refused leaves the
 * others. An activity that is not pending any more is left as it is.
 */
export async function decideActivities(
  deps: Deps,
  program: Program,
  { chosen, state, by }: { chosen: readonly Chosen[]; state: Decided['state']; by: OperatorActor },
): Promise<Decided> {
  const done = new Set<number>();
  const left: LeftActivity[] = [];
  for (const one of chosen) {
    // Activities of one report are decided on together.
    if (done.has(one.activity_id)) continue;
    try {
      const resolved = await resolveActivityReport(deps, { program, ...one, only_pending: true, state, by });
      for (const id of resolved) done.add(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      left.push(await leftAs(deps, program, one, error));
    }
  }
  return { state, done: done.size, left };
}

async function leftAs(
  deps: Pick<Deps, 'db'>,
  program: Program,
  chosen: Chosen,
  { code, message }: DomainError,
): Promise<LeftActivity> {
  const before =
    code === 'activity_already_resolved'
      ? await findLatestResolution(deps, program.id, chosen.activity_id)
      : undefined;
  return { ...chosen, code, message, decided_by: before?.actor_name ?? null };
}
