import { bothPrograms } from '../plans/program-after.ts';
import type { Program } from '../programs/configuration.ts';
import { findProgramByKey, listEntries } from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';
import { planDefinition } from '../programs/plan-entries.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';

/**
 * The program as a definition would make it, for a preview: nothing is written. Entries that do not exist yet have ids
 * below 0. undefined: there is no program of that key.
 */
export async function previewProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  definition: ProgramDefinition,
): Promise<Program | undefined> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const row = await findProgramByKey(tx, definition.key);
      if (!row) return undefined;
      const held = await listEntries(tx, row.id);
      const plan = planDefinition(held, definition);
      return bothPrograms(row, held, definition, plan, deps.clock.now(row)).after;
    });
}
