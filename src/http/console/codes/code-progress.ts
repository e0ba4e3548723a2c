import type { Program, Reward } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { LiveState } from '../live.ts';
import type { Visit } from '../visit.ts';

/** How far an import of codes is, in lines. */
interface Lines {
  done: number;
  of_all: number;
}

/** The pool that codes are imported into. */
interface Pool {
  program: Pick<Program, 'id'>;
  reward: Pick<Reward, 'id'>;
}

/**
 * The imports that this process works on, by the database and the pool. An import ends with the request that brought it,
 * so nothing of it is written down; whoever looks through another process sees the codes that have come.
 */
const underWay = new WeakMap<Deps['db'], Map<string, Set<Lines>>>();

const keyOf = ({ program, reward }: Pool) => `${program.id} ${reward.id}`;

/** Does an import of so many lines, which tells how many are done, for those who follow it. */
export async function followed<T>(
  { db }: Pick<Deps, 'db'>,
  pool: Pool,
  of_all: number,
  work: (tell: (lines: number) => void) => Promise<T>,
): Promise<T> {
  const lines: Lines = { done: 0, of_all };
  const ofDatabase = underWay.get(db) ?? new Map<string, Set<Lines>>();
  underWay.set(db, ofDatabase);
  const here = ofDatabase.get(keyOf(pool)) ?? new Set();
  ofDatabase.set(keyOf(pool), here.add(lines));
  try {
    return await work((done) => {
      lines.done = done;
    });
  } finally {
    here.delete(lines);
    if (here.size === 0) ofDatabase.delete(keyOf(pool));
  }
}

/** How far the imports into a pool are, all together, as a screen shows it; no words: there is none. */
export function codeProgress(
  { db }: Pick<Deps, 'db'>,
  { say, count }: Visit['wording'],
  pool: Pool,
): LiveState {
  const all = [...(underWay.get(db)?.get(keyOf(pool)) ?? [])];
  if (all.length === 0) return { text: '', done: 0, of_all: null, ended: false };
  const done = all.reduce((sum, lines) => sum + lines.done, 0);
  const of_all = all.reduce((sum, lines) => sum + lines.of_all, 0);
  const text = say('progress_rows', { done: count(done), all: count(of_all) });
  return { text, done, of_all, ended: false };
}
