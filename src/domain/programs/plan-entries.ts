import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { EntryKind, ProgramEntriesTable } from '../../db/program-tables.ts';
import type { Keyed, ProgramDefinition } from './program-definition.ts';
import type { BenefitDefinition, SiteDefinition, TierDefinition } from './program-settings.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

export type EntryRow = Selectable<ProgramEntriesTable>;
type EntryDefinition =
  | SiteDefinition
  | TierDefinition
  | BenefitDefinition
  | RuleDefinition
  | RewardDefinition;
export type ChangeAction = 'created' | 'changed' | 'unchanged' | 'disabled' | 'enabled';

/** The effect of applying a definition on one entry. */
export interface PlannedEntry {
  kind: EntryKind;
  key: string;
  /** undefined: the program has never had the entry. */
  held: EntryRow | undefined;
  action: ChangeAction;
  /** The new state of the entry. For an entry that left the definition only `enabled` differs. */
  position: number;
  enabled: boolean;
  definition: EntryDefinition;
}

/** Plans the entries of a definition: sites, tiers, benefits, rules and rewards. Pure. */
export function planDefinition(held: readonly EntryRow[], definition: ProgramDefinition): PlannedEntry[] {
  return [
    ...planEntries('site', held, definition.sites),
    ...planEntries('tier', held, definition.tiers),
    ...planEntries('benefit', held, definition.benefits),
    ...planEntries('rule', held, definition.rules),
    ...planEntries('reward', held, definition.rewards),
  ];
}

/**
 * Plans the entries of one kind: first the entries of the definition, in their order, then those that left it. Pure.
 */
function planEntries(
  kind: EntryKind,
  held: readonly EntryRow[],
  wanted: readonly Keyed<EntryDefinition>[],
): PlannedEntry[] {
  const byKey = new Map(held.filter((row) => row.kind === kind).map((row) => [row.key, row]));
  const planned = wanted.map(({ key, definition }, index): PlannedEntry => {
    const row = byKey.get(key);
    byKey.delete(key);
    const entry = { kind, key, held: row, position: index + 1, enabled: true, definition };
    return { ...entry, action: actionOn(row, entry) };
  });
  const left = [...byKey.values()].map((row): PlannedEntry => {
    const definition = row.definition as EntryDefinition;
    const entry = { kind, key: row.key, held: row, position: row.position, enabled: false, definition };
    return { ...entry, action: row.enabled ? 'disabled' : 'unchanged' };
  });
  return [...planned, ...left];
}

function actionOn(row: EntryRow | undefined, entry: Omit<PlannedEntry, 'action'>): ChangeAction {
  if (!row) return 'created';
  const before = row.enabled && isOn(row.definition as EntryDefinition);
  const after = isOn(entry.definition);
  if (before !== after) return after ? 'enabled' : 'disabled';
  const same =
    row.enabled === entry.enabled &&
    row.position === entry.position &&
    isDeepStrictEqual(row.definition, asStored(entry.definition));
  return same ? 'unchanged' : 'changed';
}

/** Whether the entry is enabled: rules and rewards may be disabled without leaving the definition. */
function isOn(definition: EntryDefinition): boolean {
  return 'enabled' in definition ? definition.enabled : true;
}

/** The value in the form in which a jsonb column returns it. */
export function asStored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
