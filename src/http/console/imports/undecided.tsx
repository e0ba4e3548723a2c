import { type ImportTask, mostPointsOf } from '../../../domain/imports/task-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Sentence } from '../design/sentence.tsx';
import { useWording } from '../language/use-wording.ts';
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
  /** Whether this operator ordered it. Then a colleague approves it. */
  own: boolean;
  /** The name of the operator who ordered it. */
  asked_by: string;
}

/** An import on which a colleague must decide before anything is imported. */
export function Undecided(props: UndecidedProps) {
  const { say } = useWording();
  const outcome = props.task.outcome as Outcome | null;
  return (
    <>
      <Decision {...props} />
      {outcome && (
        <OutcomeCards
          title={say('undecided_trial')}
          outcome={outcome}
          refused={`${props.path}/refused.csv`}
          refused_kept={outcome.refusals.length}
        />
      )}
    </>
  );
}

function Decision({ task, zone, path, token, own, asked_by }: UndecidedProps) {
  const wording = useWording();
  const { say } = wording;
  return (
    <Card title={say('undecided')} id="undecided">
      <p>
        {say('undecided_about', { points: mostPointsOf(task) })}{' '}
        <Sentence at={task.created_at} zone={zone}>
          {(moment) =>
            own ? say('undecided_own', { moment }) : say('undecided_by', { name: asked_by, moment })
          }
        </Sentence>
      </p>
      <form class="row" method="post" action={`${path}/decision`}>
        <FormToken token={token} />
        <input type="hidden" name="task" value={task.id} />
        {!own && (
          <Button kind="main" name="decision" value="approve">
            {say('undecided_approve')}
          </Button>
        )}
        <Button name="decision" value="decline">
          {say(own ? 'take_it_back' : 'decline')}
        </Button>
      </form>
    </Card>
  );
}
