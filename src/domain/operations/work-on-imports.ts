import { DomainError } from '../core/errors.ts';
import { findImportFile, sourceOf } from '../imports/file-store.ts';
import type { FileRow } from '../imports/import-fields.ts';
import { FILE_GONE } from '../imports/purge-files.ts';
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
import { Stopping, workThrough } from '../imports/work-through.ts';
import type { Deps } from '../programs/deps.ts';
import { importCustomers } from './import-customers.ts';
import { mappingOf } from './order-import.ts';
import { revertImport } from './revert-import.ts';
import type { ImportDeps } from './run-import.ts';

type WorkDeps = ImportDeps & Pick<Deps, 'logger'>;

/** The most refused rows of a trial that are stored. An import stores all of its refused rows. */
const MOST_REFUSALS = 1_000;

/** Works on ordered imports, one after the other, until none waits. Any number of servers may do this at once. */
export async function workOnImports(deps: WorkDeps, signal?: AbortSignal): Promise<void> {
  const line = {
    name: 'customers',
    lease: leaseTask,
    noteProgress: updateTaskProgress,
    release: releaseTask,
    end: endTask,
    work: async (task: ImportTask, note: Note) => {
      const { import_id, ...outcome } = await resultOf(deps, task, note);
      return { outcome, ...(import_id !== null && { import_id }) };
    },
  };
  await workThrough(deps, line, signal);
}

type Note = (done: number, of_all: number) => void;

interface TaskResult {
  /** null: a trial. */
  import_id: number | null;
}

async function resultOf(deps: WorkDeps, task: ImportTask, note: Note): Promise<TaskResult> {
  const program = (await deps.programs.some([task.program_id]))[0]!;
  const by = { kind: 'operator', id: task.operator_id, request_id: task.request_id } as const;
  const { kind, file_id, import_id, choices, approved_by } = task;
  if (kind === 'revert') {
    const reverted = { program, import_id: import_id!, by, onProgress: note };
    return { ...(await revertImport(deps, reverted)), import_id };
  }
  const file = await findImportFile(deps.db, program.id, file_id!);
  if (!file) throw new DomainError('not_found', FILE_GONE);
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
    onCommit: async (tx, id) => {
      if (!(await updateTaskImport(tx, task, id))) throw new Stopping();
    },
    onProgress: note,
    ...(kind === 'check' && {
      onRefused: (more) => refused.push(...more.slice(0, MOST_REFUSALS - refused.length)),
    }),
  });
  return { ...outcome, ...(kind === 'check' && { refusals: refused }) };
}
