import { type ImportTask, mostPointsOf } from '../../../domain/imports/task-store.ts';
import { FormToken } from '../access/alone.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { type Outcome, OutcomeCards } from './outcome-cards.tsx';

/** Whether an order waits for a second person. */
export function isUndecided(task: Pick<ImportTask, 'state' | 'takes_two' | 'approved_by'>): boolean {
  return task.state === 'waiting' && task.takes_two && task.approved_by === null;
}

interface UndecidedProps {
  task: ImportTask;
  /** The time zone of the program. */
  zone: string;
  path: string;
  token: string;
  /** Whether the operator ordered it. A colleague approves it then. */
  own: boolean;
  /** The name of whoever ordered it. */
  asked_by: string;
}

/** An import that a colleague decides on before anything is imported. */
export function Undecided(props: UndecidedProps) {
  const outcome = props.task.outcome as Outcome | null;
  return (
    <>
      <Decision {...props} />
      {outcome && (
        <OutcomeCards
          title="The trial that it follows: nothing is imported yet"
          outcome={outcome}
          refused={`${props.path}/refused.csv`}
          refused_kept={outcome.refusals.length}
        />
      )}
    </>
  );
}

function Decision({ task, zone, path, token, own, asked_by }: UndecidedProps) {
  const since = momentText(task.created_at, zone);
  return (
    <Card title="It takes two people" id="undecided">
      <p>
        The import gives or takes up to {countText(mostPointsOf(task))} points of one customer, more than one
        person may. Nothing is imported before a colleague approves it, and nobody can approve it after a day.{' '}
        {own ? 'You' : asked_by} asked for it: {since}.
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
