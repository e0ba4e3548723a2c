import { isAway, isMoving, movingProgram } from './database-errors.ts';

/**
 * Does work on one thing after another, as on one program after another. One that fails holds up no later one, and one of a
 * program that is being moved is left to its next place. Throws at the end what failed; at once if the database is away.
 */
export async function oneByOne<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      if (isMoving(error)) continue;
      if (isAway(error)) throw error;
      failures.push(error);
    }
  }
  throwAll(failures);
}

/** Does work on one program, and keeps what fails of it, for `throwAll`. Throws if it is being moved or the database is away. */
export async function keepFailure(
  failed: Map<number, unknown>,
  programId: number,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isMoving(error) || isAway(error)) throw error;
    failed.set(programId, error);
  }
}

/** Throws what failed, if anything did. */
export function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of them failed`);
}

/**
 * Does work on rows of all programs at once. Those of a program that is being moved wait for its next place: the work is
 * done again, and gets the ids of programs that it leaves out.
 */
export async function exceptMoving(work: (except: readonly number[]) => Promise<unknown>): Promise<void> {
  for (const except: number[] = []; ; ) {
    try {
      await work(except);
      return;
    } catch (error) {
      const moving = movingProgram(error);
      if (moving === undefined || except.includes(moving)) throw error;
      except.push(moving);
    }
  }
}
