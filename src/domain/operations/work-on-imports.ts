import { movingProgram } from '../core/database-errors.ts';
import { DomainError, Unavailable } from '../core/errors.ts';
import { findImportFile, sourceOf } from '../imports/file-store.ts';
import type { FileRow } from '../imports/import-fields.ts';
import { readRows } from '../imports/read-csv.ts';
import type { Refusal } from '../imports/record-store.ts';
import {
  endTask,
  type ImportTask,
  leaseTask,
  mostPointsOf,
  releaseTask,
  updateTaskImport,
  updateTaskProgress,
} from '../imports/task-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { importCustomers } from './import-customers.ts';
import { mappingOf } from './order-import.ts';
import { revertImport } from './revert-import.ts';
import type { ImportDeps } from './run-import.ts';

type WorkDeps = ImportDeps & Pick<Deps, 'logger'>;

/** Longer than a chunk of an import takes, and than the first pass over a file. */
const LEASE_MS = 120_000;

/** A task that failed so often for reasons of the server, or took its process with it, is given up. */
const MOST_ATTEMPTS = 5;

/** So many refused rows of a check are kept; a run keeps all of its own. */
const MOST_REFUSALS = 1_000;

/** Thrown when a server stops, or came too late: the task is left to the next. */
class Stopping extends Error {}

/** Works on the tasks that people ordered, one after the other, until none waits. Any number of servers may do so. */
export async function workOnImports(deps: WorkDeps, signal?: AbortSignal): Promise<void> {
  // Those of a program that is being moved wait for its next place, and hold up no other.
  const moving: number[] = [];
  while (!signal?.aborted) {
    const now = deps.clock.real();
    try {
      const task = await leaseTask(deps.db, now, now + LEASE_MS, moving);
      if (!task) return;
      await workOn(deps, task, signal);
    } catch (error) {
      const program_id = movingProgram(error);
      if (program_id === undefined || moving.includes(program_id)) throw error;
      moving.push(program_id);
    }
  }
}

async function workOn(deps: WorkDeps, task: ImportTask, signal: AbortSignal | undefined): Promise<void> {
  // No process lived to say why.
  if (task.attempts > MOST_ATTEMPTS) return giveUp(deps, task, FAILED);
  const progress = new TaskProgress(deps, task, signal);
  try {
    const program = (await deps.programs.some([task.program_id]))[0]!;
    const { import_id, ...outcome } = await resultOf(deps, task, program, progress);
    await progress.written();
    const end = { state: 'done', outcome, mistake: null } as const;
    await endTask(deps.db, task, { ...end, ...(import_id !== null && { import_id }) }, deps.clock.real());
  } catch (error) {
    await progress.written();
    await fail(deps, task, error);
  }
}

async function fail(deps: WorkDeps, task: ImportTask, error: unknown): Promise<void> {
  const isRefused = error instanceof DomainError && !(error instanceof Unavailable);
  const isStopping = error instanceof Stopping;
  if (!isRefused && !isStopping) {
    const { program_id, id, kind } = task;
    deps.logger.error({ err: error, program_id, import_task_id: id, kind }, 'work on an import failed');
  }
  if (isRefused || (!isStopping && task.attempts >= MOST_ATTEMPTS)) {
    await giveUp(deps, task, isRefused ? error.message : FAILED);
  } else if (isStopping) {
    await releaseTask(deps.db, task);
  }
}

const FAILED = 'The server failed at it. Its log says more.';

async function giveUp(deps: WorkDeps, task: ImportTask, mistake: string): Promise<void> {
  await endTask(deps.db, task, { state: 'failed', outcome: null, mistake }, deps.clock.real());
}

/** Notes how far a task is, as fast as the database takes it. */
class TaskProgress {
  private latest: { done: number; of_all: number } | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly deps: Pick<WorkDeps, 'db' | 'clock' | 'logger'>,
    private readonly task: ImportTask,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Throws once the server stops. */
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
      const progress = { ...this.latest, leased_until: this.deps.clock.real() + LEASE_MS };
      this.latest = undefined;
      await updateTaskProgress(this.deps.db, this.task, progress).catch((error: unknown) => {
        this.deps.logger.warn({ err: error }, 'the progress of an import could not be noted');
      });
    }
  }
}

interface TaskResult {
  /** null: a check. */
  import_id: number | null;
}

async function resultOf(
  deps: WorkDeps,
  task: ImportTask,
  program: Program,
  progress: TaskProgress,
): Promise<TaskResult> {
  const by = { kind: 'operator', id: task.operator_id, request_id: task.request_id } as const;
  const { kind, file_id, import_id, choices, approved_by } = task;
  if (kind === 'revert') {
    const reverted = { program, import_id: import_id!, by, onProgress: progress.note };
    return { ...(await revertImport(deps, reverted)), import_id };
  }
  const file = await findImportFile(deps.db, program.id, file_id!);
  if (!file) throw new DomainError('not_found', 'The file is no longer there: files are kept for a day.');
  const { mapping, site } = mappingOf(program, file, choices!);
  const { encoding, delimiter } = file.layout;
  const columns = Object.fromEntries(mapping.columns);
  const refused: Refusal[] = [];
  const outcome = await importCustomers(deps, {
    program,
    site,
    file: { name: file.name, hash: file.hash },
    mapping,
    options: { columns, dates: mapping.dates, encoding, delimiter, site: site.key },
    read: () => readRows(sourceOf(deps.db, program.id, file), file.layout) as AsyncIterable<FileRow>,
    dry_run: kind === 'check',
    by,
    approved: approved_by === null ? null : { by: approved_by, most_points: mostPointsOf(task) },
    begun: import_id,
    onBegun: async (tx, id) => {
      if (!(await updateTaskImport(tx, task, id))) throw new Stopping();
    },
    onProgress: progress.note,
    ...(kind === 'check' && {
      onRefused: (more) => refused.push(...more.slice(0, MOST_REFUSALS - refused.length)),
    }),
  });
  return { ...outcome, ...(kind === 'check' && { refusals: refused }) };
}
