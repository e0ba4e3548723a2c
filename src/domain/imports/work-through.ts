import type { CoreDeps } from '../core/deps.ts';
import { DomainError, Unavailable } from '../core/errors.ts';
import { exceptMoving } from '../core/one-by-one.ts';

/** A task that one process has leased. The attempt's number identifies that process. */
export interface LeasedTask {
  program_id: number;
  id: number;
  attempts: number;
}

interface TaskEnd {
  state: 'done' | 'failed';
  outcome: object | null;
  mistake: string | null;
}

interface TaskProgress {
  done: number;
  of_all: number;
  leased_until: number;
}

/** The tasks of one kind. If the lease of a process ends, the process changes nothing more in the task. */
interface TaskLine<T extends LeasedTask, E> {
  /** The name in the log. */
  name: string;
  /** Leases the oldest task that no process works on, except for the programs `except`. */
  lease(
    db: CoreDeps['db'],
    now: number,
    leasedUntil: number,
    except: readonly number[],
  ): Promise<T | undefined>;
  noteProgress(db: CoreDeps['db'], task: T, progress: TaskProgress): Promise<void>;
  release(db: CoreDeps['db'], task: T): Promise<void>;
  end(db: CoreDeps['db'], task: T, end: TaskEnd & Partial<E>, at: number): Promise<void>;
  /** Does the task. `note` reports the progress, and throws when the server stops. Throws the refusal of a task. */
  work(task: T, note: (done: number, of_all: number) => void): Promise<{ outcome: object } & Partial<E>>;
}

type WorkDeps = Pick<CoreDeps, 'db' | 'clock' | 'logger'>;

/** Longer than a part of an import takes, and longer than the first pass over a file. */
const LEASE_MS = 120_000;

/** After this many attempts that failed for reasons of the server or ended its process, the task is given up. */
const MOST_ATTEMPTS = 5;

/** Thrown if a server stops or came too late: the task is left to the next server. */
export class Stopping extends Error {}

/** Works on the tasks of a line, one after the other, until none waits. Any number of servers may do this at once. */
export async function workThrough<T extends LeasedTask, E>(
  deps: WorkDeps,
  line: TaskLine<T, E>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await exceptMoving(async (moving) => {
    while (!signal?.aborted) {
      const now = await deps.clock.shared(deps.db);
      const task = await line.lease(deps.db, now, now + LEASE_MS, moving);
      if (!task) return;
      await workOn(deps, line, task, signal);
    }
  });
}

async function workOn<T extends LeasedTask, E>(
  deps: WorkDeps,
  line: TaskLine<T, E>,
  task: T,
  signal: AbortSignal | undefined,
): Promise<void> {
  // The earlier processes died, so none of them could report a reason.
  if (task.attempts > MOST_ATTEMPTS) return giveUp(deps, line, task, FAILED);
  const progress = new NotedProgress(deps, line, task, signal);
  try {
    const result = await line.work(task, progress.note);
    await progress.written();
    await line.end(deps.db, task, { state: 'done', mistake: null, ...result }, deps.clock.real());
  } catch (error) {
    await progress.written();
    await fail(deps, line, task, error);
  }
}

async function fail<T extends LeasedTask, E>(
  deps: WorkDeps,
  line: TaskLine<T, E>,
  task: T,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof DomainError && !(error instanceof Unavailable);
  const isStopping = error instanceof Stopping;
  if (!isRefused && !isStopping) {
    const { program_id, id } = task;
    deps.logger.error(
      { err: error, program_id, import_task_id: id, kind: line.name },
      'work on an import failed',
    );
  }
  if (isRefused || (!isStopping && task.attempts >= MOST_ATTEMPTS)) {
    await giveUp(deps, line, task, isRefused ? error.message : FAILED);
  } else if (isStopping) {
    await line.release(deps.db, task);
  }
}

/** The message for a task that failed for a reason of the server. */
export const FAILED = 'The server failed at it. Its log says more.';

async function giveUp<T extends LeasedTask, E>(
  deps: WorkDeps,
  line: TaskLine<T, E>,
  task: T,
  mistake: string,
): Promise<void> {
  await line.end(
    deps.db,
    task,
    { state: 'failed', outcome: null, mistake } as TaskEnd & Partial<E>,
    deps.clock.real(),
  );
}

/** Notes the progress of a task, as often as the database can take it. */
class NotedProgress<T extends LeasedTask, E> {
  private latest: { done: number; of_all: number } | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly deps: WorkDeps,
    private readonly line: TaskLine<T, E>,
    private readonly task: T,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Throws when the server stops. */
  note = (done: number, of_all: number): void => {
    if (this.signal?.aborted) throw new Stopping();
    this.latest = { done, of_all };
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  };

  async written(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.latest) {
      const counts = this.latest;
      this.latest = undefined;
      await this.keep(counts).catch((error: unknown) => {
        this.deps.logger.warn({ err: error }, 'the progress of an import could not be noted');
      });
    }
  }

  private async keep(counts: { done: number; of_all: number }): Promise<void> {
    const { clock, db } = this.deps;
    const leased_until = (await clock.shared(db)) + LEASE_MS;
    await this.line.noteProgress(db, this.task, { ...counts, leased_until });
  }
}
