import { setTimeout as delay } from 'node:timers/promises';
import { finishAdvances } from '../domain/operations/advance-clock.ts';
import { checkLedger } from '../domain/operations/check-ledger.ts';
import { countFigures } from '../domain/operations/count-figures.ts';
import { resumeAllFollowUps } from '../domain/operations/follow-up.ts';
import { sweepOnce } from '../domain/operations/sweep.ts';
import { workOnCodeImports } from '../domain/operations/work-on-code-imports.ts';
import { workOnImports } from '../domain/operations/work-on-imports.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { runHousekeeping } from './run-housekeeping.ts';
import { type JobEnded, jobEnded } from './signals.ts';

export interface Job {
  /** Stops the job. Resolves after the running work has ended. */
  stop(): Promise<void>;
}

/** Runs `work` every `intervalSeconds`, one run at a time. A failed run is logged, and the next one goes on. */
export function repeat(
  deps: Deps,
  name: string,
  intervalSeconds: number,
  work: (signal: AbortSignal) => Promise<void>,
): Job {
  const abort = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = () => {
    const began = performance.now();
    let failed = false;
    running = work(abort.signal)
      .catch((error: unknown) => {
        failed = true;
        deps.logger.error({ err: error, job: name }, 'a job failed and will be tried again');
      })
      .then(() => {
        jobEnded.publish({ name, ms: performance.now() - began, failed } satisfies JobEnded);
        if (!abort.signal.aborted) timer = setTimeout(run, intervalSeconds * 1000);
      });
  };
  timer = setTimeout(run, intervalSeconds * 1000);
  return {
    async stop() {
      abort.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Work that a server does again and again. */
export interface PeriodicWork {
  name: string;
  every_seconds: number;
  work: (deps: Deps, signal?: AbortSignal) => Promise<unknown>;
}

/** The figures of reports are at most a few seconds behind. */
const FIGURES_SECONDS = 2;

/**
 * After an import there may be a million transactions to count, while storefronts go on. So the job rests three times
 * as long as it counts, and takes at most a quarter of a processor.
 */
const FIGURES_RESTS = 3;

/** The interval of the checks of a slice of the ledger. An operator may have ordered a check. */
const LEDGER_SECONDS = 5;

/** Short, because an operator waits for the import at a screen. */
const IMPORTS_SECONDS = 2;

/**
 * Processes due work on time, counts the figures of reports, works on imports that people ordered, finishes changes of
 * programs and advances of test clocks that were cut short, deletes expired records, and checks the ledger.
 */
export function periodicWork(intervalSeconds: number): PeriodicWork[] {
  return [
    { name: 'sweep', every_seconds: intervalSeconds, work: sweepOnce },
    { name: 'program_changes', every_seconds: intervalSeconds, work: resumeAllFollowUps },
    { name: 'imports', every_seconds: IMPORTS_SECONDS, work: workOnImports },
    { name: 'code_imports', every_seconds: IMPORTS_SECONDS, work: workOnCodeImports },
    {
      name: 'figures',
      every_seconds: FIGURES_SECONDS,
      work: countAtEase,
    },
    { name: 'test_clocks', every_seconds: intervalSeconds, work: finishAdvances },
    { name: 'housekeeping', every_seconds: Math.max(60, intervalSeconds), work: runHousekeeping },
    {
      name: 'ledger_check',
      every_seconds: LEDGER_SECONDS,
      work: (deps, signal) => checkLedger(deps, undefined, signal),
    },
  ];
}

async function countAtEase(deps: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  let began = performance.now();
  await countFigures(deps, signal, async () => {
    await restFor(FIGURES_RESTS * (performance.now() - began), signal);
    began = performance.now();
  });
}

/** Resolves earlier if the job should stop. */
async function restFor(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** Runs all this work. Each kind of work is a job of its own, so that none delays another. */
export function startSweeper(deps: Deps, all: readonly PeriodicWork[]): Job {
  const jobs = all.map(({ name, every_seconds, work }) =>
    repeat(deps, name, every_seconds, async (signal) => {
      await work(deps, signal);
    }),
  );
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
