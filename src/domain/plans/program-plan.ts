import type { EntryKind } from '../../db/program-tables.ts';
import type { ProgramRow } from '../programs/definition-store.ts';
import type { ChangeAction, EntryRow, PlannedEntry } from '../programs/plan-entries.ts';
import { isSameProgram } from '../programs/plan-program-row.ts';
import type { Keyed, ProgramDefinition } from '../programs/program-definition.ts';
import type { ProgramSettings } from '../programs/program-settings.ts';
import type { PlanEffect } from './effect.ts';

/** The answer to "what would applying this definition do?". */
export interface ProgramPlan {
  /** The key of the program. */
  program: string;
  /** The version for which the plan was made; null: there is no such program yet. */
  base_version: number | null;
  /** The moment of the snapshot, in ms, by the program's clock. */
  as_of: number;
  /** The changes of the program and its entries. */
  changes: PlannedChange[];
  /** The present program, with the entries that have left it; null: there is no such program yet. */
  before: ProgramDefinition | null;
  /** The program of the definition. */
  after: ProgramDefinition;
  /** The number of unchanged entries. */
  unchanged: number;
  effects: (PlanEffect & { sentence: string })[];
}

export interface PlannedChange {
  kind: 'program' | EntryKind;
  key: string;
  action: Exclude<ChangeAction, 'unchanged'>;
}

/** The changes of an existing program. Pure. */
export function plannedChanges(
  row: ProgramRow,
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
): PlannedChange[] {
  const ofProgram: PlannedChange[] = isSameProgram(row, definition)
    ? []
    : [{ kind: 'program', key: definition.key, action: 'changed' }];
  return [...ofProgram, ...plan.flatMap(changeOf)];
}

/** The changes that create a program. Pure. */
export function creation(definition: ProgramDefinition, plan: readonly PlannedEntry[]): PlannedChange[] {
  return [{ kind: 'program', key: definition.key, action: 'created' }, ...plan.flatMap(changeOf)];
}

function changeOf({ kind, key, action }: PlannedEntry): PlannedChange[] {
  return action === 'unchanged' ? [] : [{ kind, key, action }];
}

/** The stored program as one definition, including entries that have left it. Pure. */
export function heldDefinition(row: ProgramRow, held: readonly EntryRow[]): ProgramDefinition {
  const entries = <Definition>(kind: EntryKind): Keyed<Definition>[] =>
    held
      .filter((entry) => entry.kind === kind)
      .map(({ key, definition }) => ({ key, definition: definition as Definition }));
  const { key, name, currency, test } = row;
  return {
    key,
    name,
    currency,
    test,
    settings: row.settings as ProgramSettings,
    sites: entries('site'),
    tiers: entries('tier'),
    benefits: entries('benefit'),
    rules: entries('rule'),
    rewards: entries('reward'),
  };
}
