import { finishAdvances } from '../domain/operations/advance-clock.ts';
import { countFigures } from '../domain/operations/count-figures.ts';
import { resumeFollowUps } from '../domain/operations/follow-up.ts';
import { sweepOnce } from '../domain/operations/sweep.ts';
import type { Deps } from '../domain/programs/deps.ts';

export interface Job {
  /** Resolves once running work has ended. */
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
    running = work(abort.signal)
      .catch((error: unknown) =>
        deps.logger.error({ err: error, job: name }, 'a job failed and will be tried again'),
      )
      .then(() => {
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

/** Figures of reports are at most some seconds behind. */
const FIGURES_SECONDS = 2;

/**
 * Processes due work on time, counts the figures of reports, finishes changes of programs and advances of test clocks
 * that were cut short, and deletes expired records. Each is a job of its own, so that none holds up another.
 */
export function startSweeper(
  deps: Deps,
  options: { interval_seconds: number; housekeeping: readonly ((deps: Deps) => Promise<unknown>)[] },
): Job {
  const { interval_seconds } = options;
  const jobs = [
    repeat(deps, 'sweep', interval_seconds, (signal) => sweepOnce(deps, signal)),
    repeat(deps, 'program_changes', interval_seconds, (signal) => resumeFollowUps(deps, null, signal)),
    repeat(deps, 'figures', FIGURES_SECONDS, (signal) => countFigures(deps, signal)),
    repeat(deps, 'test_clocks', interval_seconds, (signal) => finishAdvances(deps, signal)),
    repeat(deps, 'housekeeping', Math.max(60, interval_seconds), async () => {
      for (const task of options.housekeeping) await task(deps);
    }),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
