import type { Actor } from '../audit/actor.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import { type AppliedProgram, applyIn } from './apply-program.ts';

/** Rolls the change back. */
class TakenBack extends Error {
  constructor(readonly applied: AppliedProgram) {
    super('a dry run');
  }
}

/**
 * The changes that `applyProgram` would make, found by making them and rolling back. Ids of new entries in them mean
 * nothing.
 */
export async function tryProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  definition: ProgramDefinition,
  by: Actor,
): Promise<AppliedProgram> {
  try {
    return await runInTransaction(deps, undefined, async (tx) => {
      throw new TakenBack((await applyIn(tx, deps, definition, by, {})).applied);
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.applied;
    throw error;
  }
}
