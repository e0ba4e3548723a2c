import type { Config } from '../config.ts';
import { openDataKeys } from '../db/data-keys.ts';
import type { TimeLimits } from '../db/limits.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findProgramId } from '../domain/programs/store.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

/** The server's dependencies that commands have too. */
export type CommandDeps = Pick<
  Deps,
  'db' | 'hot' | 'replicas' | 'programs' | 'clock' | 'random' | 'secret' | 'formerSecrets'
>;

/** Runs `work` on the configured database for the program with this key. */
export async function withProgram<T>(
  config: Config,
  limits: TimeLimits,
  key: string,
  work: (deps: CommandDeps, program: Program) => Promise<T>,
): Promise<T> {
  return withDatabase(config, limits, async ({ db, hot, replicas }) => {
    const programs = new ProgramCache(db);
    const id = await findProgramId(db, key);
    const program = (await programs.all()).find((candidate) => candidate.id === id);
    if (!program) throw new CommandError(EXIT.failed, `There is no program ${key}.`);
    const keys = await openDataKeys(db, config.secret_key, 'command');
    return work({ db, hot, replicas, programs, clock: systemClock, random: systemRandom, ...keys }, program);
  });
}
