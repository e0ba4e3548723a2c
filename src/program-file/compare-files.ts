import { isDeepStrictEqual } from 'node:util';
import type { EntryKind } from '../db/program-tables.ts';
import type { PlannedChange, ProgramPlan } from '../domain/plans/program-plan.ts';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import { defaultOf } from './field-defaults.ts';
import { fileValues } from './write-program-file.ts';

/** A difference between two definitions of a program, in the names and units of its file. */
export interface FileChange {
  kind: 'program' | EntryKind;
  key: string;
  /** changed: `fields` lists the differences. moved: the entry has another place in its section. */
  action: 'added' | 'removed' | 'changed' | 'moved';
  fields: FieldChange[];
}

export interface FieldChange {
  /** The names from the entry down to the value, such as `result.points`. */
  path: string;
  /** undefined: the value did not exist before. */
  before: unknown;
  /** undefined: the value no longer exists. */
  after: unknown;
}

type Values = Record<string, unknown>;

const SECTIONS = {
  site: ['sites'],
  tier: ['tiers', 'levels'],
  benefit: ['tiers', 'benefits'],
  rule: ['rules'],
  reward: ['rewards'],
} as const satisfies Record<EntryKind, readonly string[]>;
const KINDS = Object.keys(SECTIONS) as EntryKind[];

/**
 * The differences from one definition to another: the program's own fields first, then its sites, tiers, benefits, rules
 * and rewards, in the order of the later definition, removed ones last. Pure.
 */
export function compareFiles(before: ProgramDefinition, after: ProgramDefinition): FileChange[] {
  const [was, is] = [fileValues(before), fileValues(after)];
  const ownFields = compareValues('', ownPart(was), ownPart(is));
  const own: FileChange[] =
    ownFields.length > 0 ? [{ kind: 'program', key: after.key, action: 'changed', fields: ownFields }] : [];
  return [
    ...own,
    ...KINDS.flatMap((kind) => compareEntries(kind, entriesOf(was, kind), entriesOf(is, kind))),
  ];
}

/**
 * The changes of a plan, each with the fields that differ. An entry that is new, leaves, or only moves has no such
 * fields. Pure.
 */
export function fieldsOfPlan({
  changes,
  before,
  after,
}: Pick<ProgramPlan, 'changes' | 'before' | 'after'>): (PlannedChange & { fields: FieldChange[] })[] {
  const is = fileValues(after);
  const was = before && fileValues(before);
  return changes.map((change) => {
    const part = (values: Values) =>
      change.kind === 'program' ? ownPart(values) : entriesOf(values, change.kind)[change.key];
    const [held, wanted] = [was && part(was), part(is)];
    return { ...change, fields: held && wanted ? compareValues('', held, wanted) : [] };
  });
}

/** The program's own keys, without its entries. */
function ownPart({ sites: _, rules: __, rewards: ___, tiers, ...own }: Values): Values {
  const { levels: _levels, benefits: _benefits, ...ofTiers } = (tiers ?? {}) as Values;
  return { ...own, tiers: ofTiers };
}

function entriesOf(values: Values, kind: EntryKind): Values {
  const section = SECTIONS[kind].reduce<unknown>(
    (inner, name) => (inner as Values | undefined)?.[name],
    values,
  );
  return (section ?? {}) as Values;
}

function compareEntries(kind: EntryKind, before: Values, after: Values): FileChange[] {
  // An entry has not moved if entries before it were only added or removed.
  const order = Object.keys(before).filter((key) => key in after);
  const changes: FileChange[] = [];
  let place = 0;
  for (const [key, entry] of Object.entries(after)) {
    if (!(key in before)) {
      changes.push({ kind, key, action: 'added', fields: allFields({}, entry) });
      continue;
    }
    const fields = compareValues('', before[key], entry);
    const moved = order[place] !== key;
    place += 1;
    if (fields.length > 0) changes.push({ kind, key, action: 'changed', fields });
    else if (moved) changes.push({ kind, key, action: 'moved', fields });
  }
  for (const [key, entry] of Object.entries(before)) {
    if (!(key in after)) changes.push({ kind, key, action: 'removed', fields: allFields(entry, {}) });
  }
  return changes;
}

/** The differing values, field by field. A field that one side leaves out has its default there. */
function compareValues(path: string, before: unknown, after: unknown): FieldChange[] {
  return allFields(before, after, path).map((field) => {
    // If a variant leaves a field out, the field has the value of the rule or reward, so it has no default.
    if (field.path.startsWith('variants.')) return field;
    const byDefault = defaultOf(field.path.split('.').at(-1)!);
    return { ...field, before: field.before ?? byDefault, after: field.after ?? byDefault };
  });
}

/** Lists are compared as a whole. */
function allFields(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (!isFields(before) || !isFields(after)) {
    return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    allFields(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
}

function isFields(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
