import { isDeepStrictEqual } from 'node:util';
import type { EntryKind } from '../../db/program-tables.ts';
import type { Keyed, ProgramDefinition } from './program-definition.ts';

/** A difference between two definitions of a program. */
export interface DefinitionChange {
  kind: 'program' | EntryKind;
  key: string;
  /** changed: `fields` say in what. moved: it stands in another place of its list. */
  action: 'added' | 'removed' | 'changed' | 'moved';
  fields: FieldChange[];
}

export interface FieldChange {
  /** The names from the entry down to the value: `result.points`. */
  path: string;
  /** undefined: it was not there. */
  before: unknown;
  /** undefined: it is not there any more. */
  after: unknown;
}

const LISTS = {
  site: 'sites',
  tier: 'tiers',
  benefit: 'benefits',
  rule: 'rules',
  reward: 'rewards',
} as const satisfies Record<EntryKind, keyof ProgramDefinition>;

/**
 * The differences from one definition to another: the program's own fields first, then its sites, tiers, benefits, rules
 * and rewards, in the order of the later definition, removed ones last. Pure.
 */
export function compareDefinitions(before: ProgramDefinition, after: ProgramDefinition): DefinitionChange[] {
  const ownFields = compareValues('', ownPart(before), ownPart(after));
  const own: DefinitionChange[] =
    ownFields.length > 0 ? [{ kind: 'program', key: after.key, action: 'changed', fields: ownFields }] : [];
  const kinds = Object.keys(LISTS) as EntryKind[];
  return [...own, ...kinds.flatMap((kind) => compareEntries(kind, before[LISTS[kind]], after[LISTS[kind]]))];
}

/** The program's own fields, beside its entries. */
export function ownPart({
  name,
  currency,
  test,
  settings,
}: Pick<ProgramDefinition, 'name' | 'currency' | 'test' | 'settings'>): object {
  return { name, currency, test, ...settings };
}

function compareEntries(
  kind: EntryKind,
  before: readonly Keyed<object>[],
  after: readonly Keyed<object>[],
): DefinitionChange[] {
  const held = new Map(before.map((entry) => [entry.key, entry.definition]));
  const kept = new Set(after.map(({ key }) => key));
  // An entry that others left or joined before it has not moved.
  const order = before.filter(({ key }) => kept.has(key)).map(({ key }) => key);
  const changes: DefinitionChange[] = [];
  let place = 0;
  for (const { key, definition } of after) {
    const was = held.get(key);
    if (!was) {
      changes.push({ kind, key, action: 'added', fields: compareValues('', {}, definition) });
      continue;
    }
    const fields = compareValues('', was, definition);
    const moved = order[place] !== key;
    place += 1;
    if (fields.length > 0) changes.push({ kind, key, action: 'changed', fields });
    else if (moved) changes.push({ kind, key, action: 'moved', fields });
  }
  for (const { key, definition } of before) {
    if (!kept.has(key))
      changes.push({ kind, key, action: 'removed', fields: compareValues('', definition, {}) });
  }
  return changes;
}

/** The differing values, field by field. Lists are compared whole. */
export function compareValues(path: string, before: unknown, after: unknown): FieldChange[] {
  if (!isFields(before) || !isFields(after)) {
    return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    compareValues(path === '' ? name : `${path}.${name}`, before[name], after[name]),
  );
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
