import type { EntryKind } from '../../db/program-tables.ts';
import { compareValues, type FieldChange, ownPart } from '../programs/compare-definitions.ts';
import type { ProgramRow } from '../programs/definition-store.ts';
import { asStored, type ChangeAction, type PlannedEntry } from '../programs/plan-entries.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import type { ProgramSettings } from '../programs/program-settings.ts';
import type { PlanEffect } from './effect.ts';

/** The answer to "what would applying this definition do?". */
export interface ProgramPlan {
  /** The key of the program. */
  program: string;
  /** The version that the plan was made on; null: there is no such program yet. */
  base_version: number | null;
  /** The moment of the snapshot, in ms, on the program's clock. */
  as_of: number;
  /** The program and its entries that change. */
  changes: PlannedChange[];
  /** The number of entries that stay as they are. */
  unchanged: number;
  effects: (PlanEffect & { sentence: string })[];
}

export interface PlannedChange {
  kind: 'program' | EntryKind;
  key: string;
  action: Exclude<ChangeAction, 'unchanged'>;
  /** The fields that differ. None: the entry is new, or only moves to another place. */
  fields: FieldChange[];
}

/** The changes of a program that there is already. Pure. */
export function plannedChanges(
  row: ProgramRow,
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
): PlannedChange[] {
  const own = compareValues(
    '',
    ownPart({ ...row, settings: row.settings as ProgramSettings }),
    asStored(ownPart(definition)),
  );
  const ofProgram: PlannedChange[] =
    own.length > 0 ? [{ kind: 'program', key: definition.key, action: 'changed', fields: own }] : [];
  return [...ofProgram, ...plan.flatMap(changeOf)];
}

/** The changes that create a program. Pure. */
export function creation(definition: ProgramDefinition, plan: readonly PlannedEntry[]): PlannedChange[] {
  return [{ kind: 'program', key: definition.key, action: 'created', fields: [] }, ...plan.flatMap(changeOf)];
}

function changeOf({ kind, key, action, held, definition }: PlannedEntry): PlannedChange[] {
  if (action === 'unchanged') return [];
  const fields = held ? compareValues('', held.definition, asStored(definition)) : [];
  return [{ kind, key, action, fields }];
}
