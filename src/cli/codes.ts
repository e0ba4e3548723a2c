import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { systemClock } from '../deps.ts';
import { countCodes } from '../domain/claims/code-pools.ts';
import { type ImportedCodes, importCodes } from '../domain/operations/import-codes.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import { readLines } from './read-lines.ts';
import type { Shell } from './shell.ts';

interface PoolOptions {
  program: string;
  reward: string;
}

/** `loyaltyd codes import FILE`: progress goes to stderr. */
export async function importCodesCommand(shell: Shell, file: string, options: PoolOptions): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const of = await countLines(file);
  const print = progressPrinter(shell.stderr, 'lines');
  const interruption = new Interruption(
    shell,
    'Run the same command again: codes that are there are left as they are.',
  );
  const result = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    importCodes(
      { db, clock: systemClock, programs: new ProgramCache(db) },
      {
        program_key: options.program,
        reward_key: options.reward,
        lines: interruption.within(readLines(createReadStream(file))),
        onProgress: (done) => print(done, of),
        by: { kind: 'command', name: 'codes import' },
      },
    ),
  );
  return {
    exit_code: result.refused > 0 ? EXIT.failed : EXIT.ok,
    text: describe(result, options),
    json: result,
  };
}

/** `loyaltyd codes count` */
export async function countCodesCommand(shell: Shell, options: PoolOptions): Promise<Outcome> {
  const counts = await withDatabase(loadConfig(shell.env), NO_LIMITS, ({ db }) =>
    countCodes(
      { db, programs: new ProgramCache(db) },
      { program_key: options.program, reward_key: options.reward },
    ),
  );
  return {
    exit_code: EXIT.ok,
    text: `${counts.remaining} codes remain, ${counts.given} were given.`,
    json: counts,
  };
}

/** Counts the lines first, so that progress has a total, and an unreadable file is refused at once. */
async function countLines(file: string): Promise<number> {
  try {
    if (!(await stat(file)).isFile()) throw new Error(`${file} is not a file`);
    let lines = 0;
    for await (const _ of readLines(createReadStream(file))) lines += 1;
    return lines;
  } catch (error) {
    throw new CommandError(EXIT.usage, `The codes cannot be read: ${(error as Error).message}`);
  }
}

function describe(result: ImportedCodes, { reward }: PoolOptions): string {
  const { imported, already_there, refused, refusals, in_use } = result;
  const lines = refusals.map(({ line, reason }) => `line ${line}: ${reason}`);
  if (refused > refusals.length) lines.push(`… and ${refused - refusals.length} more`);
  lines.push(`${imported} imported, ${already_there} already there, ${refused} refused.`);
  if (!in_use)
    lines.push(`The program file says that codes of ${reward} are generated: the pool is not in use yet.`);
  return lines.join('\n');
}
