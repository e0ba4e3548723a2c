import { Unavailable } from '../core/errors.ts';
import type { Deps } from './deps.ts';
import { listProgramStamps } from './store.ts';

/** Throws if the program has moved. A moved program leaves no rows behind, which looks like the end of a listing. */
export async function requireHere({ db }: Pick<Deps, 'db'>, programId: number): Promise<void> {
  const found = await listProgramStamps(db, [programId]);
  if (found.length === 0) throw new Unavailable('none', 'The program has moved to another schema.');
}
