import type { OperatorActor } from '../../../domain/audit/actor.ts';
import type { DomainError, DomainErrorCode } from '../../../domain/core/errors.ts';
import { findLatestResolution } from '../../../domain/listings/audit-store.ts';
import { resolveActivityReport } from '../../../domain/operations/resolve-activity-report.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isRefusal } from '../customers/refusal-words.ts';
import type { Chosen } from './chosen.ts';

/** An activity that was left unchanged. */
export interface LeftActivity extends Chosen {
  code: DomainErrorCode;
  message: string;
  /** null: nobody had decided on it, or it is not known who did. */
  decided: {
    /** The operator; null: a key, an app or a command, which only the audit names. */
    by: string | null;
  } | null;
}

export interface Decided {
  state: 'approved' | 'declined';
  done: number;
  /** Activities that nobody chose, decided together with the others of their report. */
  along: Chosen[];
  left: LeftActivity[];
}

/**
 * Approves or declines activities one after another, each separately and as `/v2` does it. If one is refused, the
 * others are still decided. An activity that is no longer pending is left unchanged.
 */
export async function decideActivities(
  deps: Deps,
  program: Program,
  { chosen, state, by }: { chosen: readonly Chosen[]; state: Decided['state']; by: OperatorActor },
): Promise<Decided> {
  const done = new Set<number>();
  const along: Chosen[] = [];
  const left: LeftActivity[] = [];
  const wanted = new Set(chosen.map(({ activity_id }) => activity_id));
  for (const one of chosen) {
    // The activities of one report are decided together.
    if (done.has(one.activity_id)) continue;
    try {
      const resolved = await resolveActivityReport(deps, { program, ...one, only_pending: true, state, by });
      for (const activity_id of resolved) {
        done.add(activity_id);
        if (!wanted.has(activity_id)) along.push({ activity_id, customer_id: one.customer_id });
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      left.push(await leftAs(deps, program, one, error));
    }
  }
  return { state, done: done.size, along, left };
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
  const decided = before && { by: before.actor_kind === 'operator' ? before.actor_name : null };
  return { ...chosen, code, message, decided: decided ?? null };
}
