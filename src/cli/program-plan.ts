import { writeFile } from 'node:fs/promises';
import { loadConfig } from '../config.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { systemClock } from '../deps.ts';
import { listAffected, planProgram } from '../domain/operations/plan-program.ts';
import type { ProgramPlan } from '../domain/plans/program-plan.ts';
import { presentPlan } from '../http/v2/present-program-plan.ts';
import { withProgramFile } from '../program-file/apply-program-file.ts';
import { savedPlanText } from '../program-file/saved-plan.ts';
import { selfContained } from '../program-file/self-contained.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { planLines } from './plan-lines.ts';
import { folderOf, readProgramFile, turnToProgramOf } from './program.ts';
import type { Shell } from './shell.ts';

interface PlanOptions {
  out?: string;
  exitCode?: boolean;
  who?: string;
}

/** `loyaltyd program plan FILE`: the effects that the file would have. Writes nothing to the database. */
export async function planProgramCommand(shell: Shell, file: string, options: PlanOptions): Promise<Outcome> {
  const text = await readProgramFile(shell, file);
  await turnToProgramOf(shell, text, 'home');
  return withDatabase(loadConfig(shell.env), NO_LIMITS, ({ db }) =>
    withProgramFile(text, folderOf(file), async (definition) => {
      const deps = { db, clock: systemClock };
      if (options.who !== undefined) return listWho(deps, definition, options.who);
      const plan = await planProgram(deps, definition);
      const json = presentPlan(plan);
      if (options.out !== undefined) {
        const { program, base_version } = plan;
        const saved = { program, base_version, plan: json, file: selfContained(text, definition) };
        await writeNew(options.out, savedPlanText(saved));
      }
      const differs = options.exitCode === true && plan.changes.length > 0;
      return {
        exit_code: differs ? EXIT.failed : EXIT.ok,
        text: describePlan(plan, file),
        json,
      };
    }),
  );
}

const PAGE_SIZE = 10_000;

/** Writes each merchant id when it is found, one per line. */
async function listWho(
  deps: Parameters<typeof listAffected>[0],
  definition: Parameters<typeof listAffected>[1],
  effect: string,
): Promise<Outcome> {
  const merchant_ids: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await listAffected(deps, definition, { effect, after, limit: PAGE_SIZE });
    merchant_ids.push(...page.merchant_ids);
    after = page.next;
  }
  return { exit_code: EXIT.ok, text: merchant_ids.join('\n'), json: { effect, merchant_ids } };
}

function describePlan(plan: ProgramPlan, file: string): string {
  const made =
    plan.base_version === null
      ? `There is no program ${plan.program} yet.`
      : `Made on version ${plan.base_version} of ${plan.program}.`;
  if (plan.changes.length === 0) return `Nothing was written. ${made} The file would change nothing.`;
  const lines = planLines(plan, (effect) => `loyaltyd program plan ${file} --who ${effect}`);
  return [`Nothing was written. ${made} The file would make it so:`, ...lines].join('\n');
}

export async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    throw new CommandError(EXIT.usage, `The file cannot be written: ${(error as Error).message}`);
  }
}
