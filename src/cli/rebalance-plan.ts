/** A schema in which programs may be. */
export interface Place {
  number: number;
  /** Schemas of one database share its machine. */
  database: string;
  /** Whether it takes programs. */
  is_open: boolean;
}

export interface PlacedProgram {
  key: string;
  /** The number of its schema. */
  number: number;
  rows: number;
  /** Transactions of the last days. */
  writes: number;
}

export interface PlannedMove {
  program: PlacedProgram;
  to: number;
}

/** Two groups that differ by less than this part of a fair share are left alone. */
const TOLERANCE = 0.1;

/** A move that makes the fuller group less full by less than this part of a fair share is not worth it. */
const LEAST_GAIN = 0.05;

/**
 * At most so many moves, one after the other, that bring the groups of schemas nearer to fair shares: databases, where there
 * are several, otherwise schemas. The share of a program is the mean of those that it has of all rows and of all writes.
 * Each move is from the fullest group to the emptiest one, and makes the fuller one of both less full than it was. No program
 * moves twice.
 */
export function planMoves(
  places: readonly Place[],
  programs: readonly PlacedProgram[],
  most: number,
): PlannedMove[] {
  const byDatabase = new Set(places.map(({ database }) => database)).size > 1;
  const groupOf = new Map(
    places.map(({ number, database }) => [number, byDatabase ? database : String(number)]),
  );
  const shareOf = shares(programs);
  const at = new Map(programs.map((program) => [program, program.number]));
  const loadOf = (isIn: (number: number) => boolean) =>
    programs.reduce((sum, one) => sum + (isIn(at.get(one)!) ? shareOf(one) : 0), 0);
  const groups = [...new Set(groupOf.values())];
  const fair = 1 / groups.length;
  /** Groups of which no move helps. */
  const settled = new Set<string>();
  const moves: PlannedMove[] = [];
  while (moves.length < most) {
    const loads = groups
      .map((group) => ({ group, load: loadOf((number) => groupOf.get(number) === group) }))
      .sort((a, b) => b.load - a.load);
    const fullest = loads.find(({ group }) => !settled.has(group));
    if (!fullest) return moves;
    const takes = (group: string) => places.filter((one) => one.is_open && groupOf.get(one.number) === group);
    const emptiest = loads.findLast(({ group }) => group !== fullest.group && takes(group).length > 0);
    const gap = emptiest ? fullest.load - emptiest.load : 0;
    const target =
      emptiest &&
      takes(emptiest.group)
        .map(({ number }) => ({ number, load: loadOf((one) => one === number) }))
        .sort((a, b) => a.load - b.load)[0]!.number;
    /** How full the fuller of both would be. */
    const after = (one: PlacedProgram) =>
      Math.max(fullest.load - shareOf(one), emptiest!.load + shareOf(one));
    const program =
      gap > TOLERANCE * fair
        ? programs
            .filter((one) => groupOf.get(at.get(one)!) === fullest.group && at.get(one) === one.number)
            .filter((one) => fullest.load - after(one) >= LEAST_GAIN * fair)
            .filter(({ key }) => !programs.some((one) => one.key === key && at.get(one) === target))
            .sort((a, b) => after(a) - after(b))[0]
        : undefined;
    if (!program) {
      settled.add(fullest.group);
      continue;
    }
    at.set(program, target!);
    moves.push({ program, to: target! });
  }
  return moves;
}

/** The share that a program has of all, from 0 to 1. */
function shares(programs: readonly PlacedProgram[]): (program: PlacedProgram) => number {
  const rows = programs.reduce((sum, one) => sum + one.rows, 0);
  const writes = programs.reduce((sum, one) => sum + one.writes, 0);
  if (rows === 0) return () => 0;
  return (one) => (writes === 0 ? one.rows / rows : (one.rows / rows + one.writes / writes) / 2);
}
