/** A schema in which programs may be. */
export interface Place {
  number: number;
  /** Schemas of one database share its machine. */
  database: string;
  /** Whether the schema takes programs. */
  is_open: boolean;
}

export interface PlacedProgram {
  key: string;
  /** The number of the program's schema. */
  number: number;
  rows: number;
  /** The program's transactions of the last days. */
  writes: number;
}

export interface PlannedMove {
  program: PlacedProgram;
  to: number;
}

/** If two groups differ by less than this part of a fair share, nothing is moved between them. */
const TOLERANCE = 0.1;

/** A move is not worth it if it relieves the fuller group by less than this part of a fair share. */
const LEAST_GAIN = 0.05;

/**
 * Plans at most `most` moves, one after the other, that bring the groups nearer to fair shares. A group is a database
 * if there are several databases, otherwise a schema. The share of a program is the mean of its share of all rows and
 * its share of all writes. Each move leads from the fullest group to the emptiest one, and the fuller of the two has
 * less load after it. No program moves twice.
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
  /** Groups for which no move helps. */
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
    /** The load of the fuller of the two groups after the move. */
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

/** A program's share of the whole, from 0 to 1. */
function shares(programs: readonly PlacedProgram[]): (program: PlacedProgram) => number {
  const rows = programs.reduce((sum, one) => sum + one.rows, 0);
  const writes = programs.reduce((sum, one) => sum + one.writes, 0);
  if (rows === 0) return () => 0;
  return (one) => (writes === 0 ? one.rows / rows : (one.rows / rows + one.writes / writes) / 2);
}
