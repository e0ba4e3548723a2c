import type { ImportTask } from '../../../domain/imports/task-store.ts';
import { Card } from '../design/card.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { LiveState } from '../live.ts';

interface ProgressProps {
  title: string;
  /** The screen's own path; its events are below it. */
  path: string;
  state: LiveState;
  /** The screen neither follows the work nor reloads. */
  still?: boolean;
}

/** The progress of work. The work goes on even if nobody looks. Without a script the screen reloads. */
export function Progress({ title, path, state, still = false }: ProgressProps) {
  const { say } = useWording();
  const { text, done, of_all } = state;
  return (
    <Card title={title} id="progress">
      <div class="stack tight" data-live={still ? undefined : `${path}/progress`}>
        {/* Without a value, the bar only shows that work is going on. */}
        <progress
          aria-labelledby="progress"
          max={of_all ?? undefined}
          value={of_all === null ? undefined : done}
        />
        <p class="muted" data-live-text>
          {text}
        </p>
      </div>
      <p class="muted small">{say('progress_goes_on')}</p>
      {!still && (
        <noscript>
          <meta http-equiv="refresh" content="3" />
          <p>
            <a href={path}>{say('progress_look')}</a>
          </p>
        </noscript>
      )}
    </Card>
  );
}

/** The progress of a task on a file, or of a revert. */
export function TaskProgress({ task, path }: { task: ImportTask; path: string }) {
  const wording = useWording();
  const title = wording.say(`progress_${task.kind}`);
  return <Progress title={title} path={path} state={liveStateOf(wording, task)} />;
}

/** "12,000 of 40,000". */
export function progressText(
  { say, count }: ConsoleWording,
  { kind, done, of_all, leased_until }: ImportTask,
): string {
  if (leased_until === null && done === 0) return say('progress_begins');
  if (of_all === null) return say('progress_reads');
  const words = kind === 'revert' ? 'progress_customers' : 'progress_rows';
  return say(words, { done: count(done), all: count(of_all) });
}

/** The state of a task for a screen that follows it; undefined: the task was deleted. */
export function liveStateOf(wording: ConsoleWording, task: ImportTask | undefined): LiveState {
  if (task?.state !== 'waiting') return { text: '', done: 0, of_all: null, ended: true };
  return { text: progressText(wording, task), done: task.done, of_all: task.of_all, ended: false };
}
