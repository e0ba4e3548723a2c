/** Gives one figure per call. */
export type Measure = () => Promise<number>;

export interface Compared {
  ours: number;
  limit: number;
}

/**
 * Medians of `rounds` rounds, in each of which both are measured, in turns the one and the other first:
 * whatever else the machine does falls on both alike.
 */
export async function compare(rounds: number, ours: Measure, limit: Measure): Promise<Compared> {
  const ourFigures: number[] = [];
  const limitFigures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    if (oursFirst) ourFigures.push(await ours());
    limitFigures.push(await limit());
    if (!oursFirst) ourFigures.push(await ours());
  }
  return { ours: median(ourFigures), limit: median(limitFigures) };
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How often a second `operation` is done by so many callers, each of whom waits for its own. */
export async function callsPerSecond(
  callers: number,
  seconds: number,
  operation: () => unknown,
): Promise<number> {
  const start = performance.now();
  const calls = await repeat(callers, seconds, operation);
  return (calls * 1000) / (performance.now() - start);
}

/** How often `operation` is done by so many callers at once, each of whom waits for its own. */
export async function repeat(callers: number, seconds: number, operation: () => unknown): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await operation();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return calls;
}
