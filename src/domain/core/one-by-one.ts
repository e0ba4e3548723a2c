import { isAway, isMoving, movingProgram } from './database-errors.ts';

/**
 * Works on things one after another, such as programs. If one fails, the later ones are still worked on. A program that
 * is being moved is left to the schema that gets it. Throws all failures at the end; throws at once if the database is
 * away.
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

/**
 * Works on one program, and keeps its failure for `throwAll`. Throws if the program is being moved or the database is
 * away.
 */
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
 * Works on rows of all programs at once. If a program is being moved, the work runs again without it: it gets the ids
 * of the programs to leave out. Their rows wait for the schema that gets them.
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
