import {
  type CodeImport,
  codeLinesOf,
  endCodeImport,
  keepCodeImport,
  leaseCodeImport,
  releaseCodeImport,
  updateCodeImportProgress,
} from '../imports/code-import-store.ts';
import { Stopping, workThrough } from '../imports/work-through.ts';
import type { Deps } from '../programs/deps.ts';
import { type HalfImported, type ImportedCodes, importCodes } from './import-codes.ts';

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'programs' | 'logger'>;

/** Works on ordered imports of codes until none waits. Any number of servers may do this at once. */
export async function workOnCodeImports(deps: WorkDeps, signal?: AbortSignal): Promise<void> {
  const line = {
    name: 'codes',
    lease: leaseCodeImport,
    noteProgress: updateCodeImportProgress,
    release: releaseCodeImport,
    end: endCodeImport,
    work: async (task: CodeImport, note: (done: number, of_all: number) => void) => ({
      outcome: await resultOf(deps, task, note),
    }),
  };
  await workThrough(deps, line, signal);
}

async function resultOf(
  deps: WorkDeps,
  task: CodeImport,
  note: (done: number, of_all: number) => void,
): Promise<ImportedCodes> {
  const program = (await deps.programs.some([task.program_id]))[0]!;
  const { key: reward_key } = program.reward(task.reward_id)!;
  const lines = await codeLinesOf(deps.db, task);
  // Another process or person has ended it.
  if (!lines) throw new Stopping();
  return importCodes(deps, {
    program_key: program.key,
    reward_key,
    lines: linesOf(lines.toString('utf8')),
    dry_run: task.kind === 'check',
    onProgress: (done) => note(done, task.of_all),
    resumed: {
      from: task.kept as HalfImported | null,
      keep: async (tx, half) => {
        if (!(await keepCodeImport(tx, task, half))) throw new Stopping();
      },
    },
    by: { kind: 'operator', id: task.operator_id, request_id: task.request_id },
  });
}

/** Yields one line after the other, because a file with only line ends would become an array of millions. */
async function* linesOf(text: string): AsyncGenerator<string> {
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(from, index);
    from = index + end.length;
  }
  yield text.slice(from);
}
