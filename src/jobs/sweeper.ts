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

/** Processes due work on time, and deletes expired records. */
export function startSweeper(
  deps: Deps,
  options: { interval_seconds: number; housekeeping: readonly ((deps: Deps) => Promise<unknown>)[] },
): Job {
  const sweep = repeat(deps, 'sweep', options.interval_seconds, (signal) => sweepOnce(deps, signal));
  const housekeeping = repeat(deps, 'housekeeping', Math.max(60, options.interval_seconds), async () => {
    for (const task of options.housekeeping) await task(deps);
  });
  return {
    async stop() {
      await Promise.all([sweep.stop(), housekeeping.stop()]);
    },
  };
}
