import type { Actor } from '../audit/actor.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import type { ChangeOrigin } from '../programs/version-store.ts';
import { type AppliedProgram, applyIn } from './apply-program.ts';

export interface ChangedProgram extends AppliedProgram {
  /** Whether a server still brings customers under the change. */
  follow_up_unfinished: boolean;
}

/**
 * Does what `applyProgram` does, and leaves the work on customers to a job of the servers, so that a request does not
 * wait for a million customers. Throws the errors of `applyProgram`.
 */
export async function changeProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  change: { definition: ProgramDefinition; by: Actor; origin: ChangeOrigin },
  hooks?: Hooks<ChangedProgram>,
): Promise<ChangedProgram> {
  return runInTransaction(deps, hooks, async (tx) => {
    const { applied, followUp } = await applyIn(tx, deps, { ...change, lease_ms: 0 });
    return { ...applied, follow_up_unfinished: followUp !== undefined };
  });
}
