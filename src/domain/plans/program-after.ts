import { buildProgram } from '../programs/build-program.ts';
import type { Program } from '../programs/configuration.ts';
import type { ProgramRow } from '../programs/definition-store.ts';
import type { EntryRow, PlannedEntry } from '../programs/plan-entries.ts';
import { asStored } from '../programs/plan-entries.ts';
import { expirySince } from '../programs/plan-program-row.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import type { ProgramSettings } from '../programs/program-settings.ts';

/** The present program, and the program after the definition is applied `now`. */
export interface Programs {
  before: Program;
  after: Program;
}

/** New entries, which do not exist yet, have ids below 0. Pure. */
export function bothPrograms(
  row: ProgramRow,
  held: readonly EntryRow[],
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
  now: number,
): Programs {
  const { name, currency, test, settings } = definition;
  const entries = plan.map(
    (entry, index): EntryRow => ({
      program_id: row.id,
      id: entry.held?.id ?? -1 - index,
      kind: entry.kind,
      key: entry.key,
      position: entry.position,
      enabled: entry.enabled,
      definition: asStored(entry.definition),
      created_at: entry.held?.created_at ?? now,
    }),
  );
  return {
    before: buildProgram(row, held),
    after: buildProgram(
      {
        ...row,
        name,
        currency,
        test,
        settings: asStored(settings) as ProgramSettings,
        points_expiry_since: expirySince(row, definition, now),
      },
      // In the order in which the rows are read: the order of the file, within each kind.
      entries.sort((a, b) => a.position - b.position),
    ),
  };
}
