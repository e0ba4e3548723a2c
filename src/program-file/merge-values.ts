import { isDeepStrictEqual } from 'node:util';
import type { FileEdit } from './edit-program-file.ts';

/** A place that both sides changed differently since `base`. An undefined value does not exist. */
export interface MergeConflict {
  /** The names from the top of the file down to the value. For the order of entries it ends at the section. */
  path: readonly string[];
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

export interface Merge {
  /** The merged values. A conflict has my value. */
  values: Values;
  /** The edits that turn my values into the merged values. */
  edits: FileEdit[];
  conflicts: MergeConflict[];
}

type Values = Record<string, unknown>;
type Side = 'theirs' | 'mine';

/** The side that wins a conflict, by its path; undefined: the conflict is open. */
export type Decide = (path: readonly string[]) => Side | undefined;

/**
 * The places below which each name is merged separately; `*` is any name. All other values are compared as a whole, so
 * that a merge makes no rule, limit or period that neither side wrote.
 */
const BY_NAME = new Set([
  '',
  'sites',
  'sites.*',
  'tiers',
  'tiers.levels',
  'tiers.levels.*',
  'tiers.benefits',
  'tiers.benefits.*',
  'rules',
  'rules.*',
  'rules.*.variants',
  'rewards',
  'rewards.*',
  'rewards.*.variants',
  'texts',
  'texts.*',
  'currency_rates',
  'reminders',
  'referrals',
]);

/** The sections in which the order of the entries counts. */
const ORDERED = new Set(['sites', 'tiers.levels', 'tiers.benefits', 'rules', 'rewards']);

/** The maps for which empty and absent mean the same. */
const EMPTY_IS_ABSENT = new Set([
  'tiers.benefits',
  'rules',
  'rules.*.variants',
  'rewards',
  'rewards.*.variants',
  'texts',
  'currency_rates',
  'reminders',
]);

/**
 * Values that set the unit of other values. If one side changes the unit and the other side changes values in this
 * unit, nobody has said which amounts both mean together.
 */
const UNITS: readonly { unit: readonly string[]; writtenIn: readonly (readonly string[])[] }[] = [
  {
    unit: ['currency'],
    writtenIn: [['point_value'], ['tiers'], ['rules'], ['rewards'], ['currency_rates'], ['sites']],
  },
  { unit: ['tiers', 'boundary_mode'], writtenIn: [['tiers', 'levels']] },
];

/**
 * Merges two sets of file values that were made from one base. A change of one side is taken. A change of both sides is
 * taken if it is the same. Pure.
 */
export function mergeValues(base: Values, theirs: Values, mine: Values, decide: Decide): Merge {
  const sides = { base, theirs, mine };
  const merger = new Merger(decide, clashingUnits(sides));
  const values = merger.mergeAt([], '', sides) as Values;
  return { values, edits: merger.edits, conflicts: merger.conflicts };
}

interface Sides<T = unknown> {
  base: T;
  theirs: T;
  mine: T;
}

class Merger {
  readonly edits: FileEdit[] = [];
  readonly conflicts: MergeConflict[] = [];

  constructor(
    private readonly decide: Decide,
    private readonly clashing: readonly (readonly string[])[],
  ) {}

  /** `pattern`: the path in the form of `BY_NAME`. */
  mergeAt(path: readonly string[], pattern: string, sides: Sides): unknown {
    const isEntry = pattern.endsWith('*');
    const all = [sides.base, sides.theirs, sides.mine];
    const divisible =
      BY_NAME.has(pattern) && all.every((value) => isFields(value) || (value === undefined && !isEntry));
    const oneSided = all.includes(undefined) && isOneSided(sides);
    if (!divisible || oneSided) return this.mergeWhole(path, sides);
    const { base = {}, theirs = {}, mine = {} } = sides as Partial<Sides<Values>>;
    return this.mergeByName(path, pattern, { base, theirs, mine });
  }

  private mergeWhole(path: readonly string[], { base, theirs, mine }: Sides): unknown {
    const clashes = this.clashing.some((unit) => isDeepStrictEqual(unit, path));
    if (!clashes && (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine))) return mine;
    const side =
      isDeepStrictEqual(mine, base) && !clashes ? 'theirs' : this.choose({ path, base, theirs, mine });
    if (side === 'mine') return mine;
    this.edits.push({ path, value: theirs });
    return theirs;
  }

  private mergeByName(path: readonly string[], pattern: string, sides: Sides<Values>): unknown {
    const { base, theirs, mine } = sides;
    const merged: Values = {};
    for (const name of new Set([base, theirs, mine].flatMap(Object.keys))) {
      const value = this.mergeAt([...path, name], patternOf(pattern, name), {
        base: base[name],
        theirs: theirs[name],
        mine: mine[name],
      });
      if (value !== undefined) merged[name] = value;
    }
    const names = Object.keys(merged);
    if (names.length === 0 && EMPTY_IS_ABSENT.has(pattern)) return undefined;
    if (!ORDERED.has(pattern)) return merged;
    const order = this.orderOf(path, sides, names);
    // New entries come last in the text.
    const written = [...new Set([...Object.keys(mine), ...names])].filter((name) => names.includes(name));
    if (!isDeepStrictEqual(order, written)) this.edits.push({ path, order });
    return Object.fromEntries(order.map((name) => [name, merged[name]]));
  }

  private orderOf(path: readonly string[], sides: Sides<Values>, names: readonly string[]): string[] {
    const [base, theirs, mine] = [sides.base, sides.theirs, sides.mine].map(Object.keys) as [
      string[],
      string[],
      string[],
    ];
    const kept = names.filter((name) => [base, theirs, mine].every((side) => side.includes(name)));
    const [was, others, own] = [base, theirs, mine].map((side) => side.filter((name) => kept.includes(name)));
    const side = isDeepStrictEqual(others, was)
      ? 'mine'
      : isDeepStrictEqual(own, was) || isDeepStrictEqual(own, others)
        ? 'theirs'
        : this.choose({ path, base, theirs, mine });
    return side === 'mine' ? interleave(mine, theirs, names) : interleave(theirs, mine, names);
  }

  private choose(conflict: MergeConflict): Side {
    const side = this.decide(conflict.path);
    if (side === undefined) this.conflicts.push(conflict);
    return side ?? 'mine';
  }
}

/** The units that one side changed while the other side changed values in this unit. */
function clashingUnits({ base, theirs, mine }: Sides<Values>): (readonly string[])[] {
  return UNITS.filter(({ unit, writtenIn }) => {
    const [was, others, own] = [base, theirs, mine].map((values) => valueAt(values, unit));
    if (isDeepStrictEqual(others, own)) return false;
    const other = isDeepStrictEqual(was, own) ? mine : theirs;
    return writtenIn.some((path) => !isDeepStrictEqual(valueAt(other, path), valueAt(base, path)));
  }).map(({ unit }) => unit);
}

/** Whether only one side changed the value, or both sides changed it equally. */
function isOneSided({ base, theirs, mine }: Sides): boolean {
  return isDeepStrictEqual(theirs, base) || isDeepStrictEqual(mine, base) || isDeepStrictEqual(theirs, mine);
}

function patternOf(outer: string, name: string): string {
  const own = outer === '' ? name : `${outer}.${name}`;
  return BY_NAME.has(own) ? own : `${outer}.*`;
}

/**
 * The names in the order of one list. A name that only the other list has comes after the name that it follows there.
 */
function interleave(first: readonly string[], second: readonly string[], names: readonly string[]): string[] {
  const order = first.filter((name) => names.includes(name));
  let place = 0;
  for (const name of second.filter((candidate) => names.includes(candidate))) {
    const known = order.indexOf(name);
    if (known < 0) order.splice(place, 0, name);
    place = (known < 0 ? place : known) + 1;
  }
  return order;
}

function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), values);
}

function isFields(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
