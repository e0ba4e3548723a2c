import type { ImportTask } from '../../../domain/imports/task-store.ts';
import { Card } from '../design/card.tsx';
import { countText } from '../design/numbers.ts';
import type { LiveState } from '../live.ts';

const WORDS: Record<ImportTask['kind'], string> = {
  check: 'Trying the file',
  run: 'Importing',
  revert: 'Taking back',
};

/** How far a task is. It goes on whether somebody looks or not; without a script the screen is loaded anew. */
export function Progress({ task, path }: { task: ImportTask; path: string }) {
  return (
    <Card title={WORDS[task.kind]} id="progress">
      <div class="stack tight" data-live={`${path}/progress`}>
        <progress aria-labelledby="progress" max={task.of_all ?? undefined} value={knownValue(task)} />
        <p class="muted" data-live-text>
          {progressText(task)}
        </p>
      </div>
      <p class="muted small">It goes on if you leave this screen.</p>
      <noscript>
        <meta http-equiv="refresh" content="3" />
        <p>
          <a href={path}>Look again</a>
        </p>
      </noscript>
    </Card>
  );
}

/** Without a value the bar says only that there is work. */
function knownValue({ of_all, done }: Pick<ImportTask, 'of_all' | 'done'>): number | undefined {
  return of_all === null ? undefined : done;
}

/** "12,000 of 40,000". */
export function progressText({ kind, done, of_all, leased_until }: ImportTask): string {
  if (leased_until === null && done === 0) return 'It begins in a moment.';
  if (of_all === null) return 'The file is read.';
  return `${countText(done)} of ${countText(of_all)} ${kind === 'revert' ? 'customers' : 'rows'}`;
}

/** The state of a task for whoever watches it; undefined: it was deleted. */
export function liveStateOf(task: ImportTask | undefined): LiveState {
  if (task?.state !== 'waiting') return { text: '', done: 0, of_all: null, ended: true };
  return { text: progressText(task), done: task.done, of_all: task.of_all, ended: false };
}
