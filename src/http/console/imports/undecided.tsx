import type { ImportTask } from '../../../domain/imports/task-store.ts';
import { FormToken } from '../access/alone.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';

/** Whether an order waits for a second person. */
export function isUndecided(task: Pick<ImportTask, 'state' | 'takes_two' | 'approved_by'>): boolean {
  return task.state === 'waiting' && task.takes_two && task.approved_by === null;
}

interface UndecidedProps {
  task: ImportTask;
  path: string;
  token: string;
  /** Whether the operator ordered it. A colleague approves it then. */
  own: boolean;
  /** The name of whoever ordered it. */
  asked_by: string;
}

/** An import that a colleague decides on before anything is imported. */
export function Undecided({ task, path, token, own, asked_by }: UndecidedProps) {
  return (
    <Card title="It takes two people" id="undecided">
      <p>
        The import gives or takes more points of a customer than one person may. Nothing is imported before a
        colleague approves it. {own ? 'You asked for it.' : `${asked_by} asked for it.`}
      </p>
      <form class="row" method="post" action={`${path}/decision`}>
        <FormToken token={token} />
        <input type="hidden" name="task" value={task.id} />
        {!own && (
          <Button kind="main" name="decision" value="approve">
            Approve the import
          </Button>
        )}
        <Button name="decision" value="decline">
          {own ? 'Take it back' : 'Decline'}
        </Button>
      </form>
    </Card>
  );
}
