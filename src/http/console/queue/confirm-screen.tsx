import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import { FormToken } from '../access/alone.tsx';
import { activityTitle } from '../customers/customer-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Screen } from '../design/frame.tsx';
import { countText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import type { Visit } from '../visit.ts';
import { choiceName } from './chosen.ts';
import type { Decided } from './decide-activities.ts';
import { type QueueQuestion, queueAddress } from './queue-question.ts';

interface ConfirmProps {
  visit: Visit;
  token: string;
  question: QueueQuestion;
  state: Decided['state'];
  activities: readonly ListedActivity[];
  /** The ids of those activities that nobody chose and that are decided on with the others of their report. */
  along: ReadonlySet<number>;
  customers: ReadonlyMap<number, string>;
}

const WORDS: Record<Decided['state'], { deed: string; means: string }> = {
  approved: { deed: 'Approve', means: 'Approved points can be spent at once.' },
  declined: { deed: 'Decline', means: 'A declined activity gives nothing, and that is final.' },
};

/** Asks once more before activities are decided on. */
export function ConfirmScreen(props: ConfirmProps) {
  const { visit, token, question, state, activities, along, customers } = props;
  const { program, place } = visit;
  const { deed, means } = WORDS[state];
  const points = activities.reduce((sum, { value }) => sum + value, 0);
  return (
    <Screen frame={visit.frame('queue')} title={`${deed} these?`} about={means}>
      <form class="stack" method="post" action={queueAddress(place, question, '/activities')}>
        <FormToken token={token} />
        <input type="hidden" name="confirmed" value="yes" />
        {activities.map((activity) => (
          <input type="hidden" name={choiceName(activity)} value="on" />
        ))}
        <Card flush>
          <Table
            caption="Chosen activities"
            columns={[{ name: 'Activity' }, { name: 'Customer' }, { name: 'Points', number: true }]}
            rows={activities.map((activity) => [
              <span class="wordy">
                {activityTitle(program, activity)}
                {along.has(activity.id) && <span class="muted"> · from the same report</span>}
              </span>,
              customers.get(activity.customer.id) ?? `Customer ${activity.customer.id}`,
              countText(activity.value),
            ])}
            sum={['Together', null, countText(points)]}
          />
        </Card>
        <div class="row">
          <Button kind={state === 'approved' ? 'main' : 'danger'} name="state" value={state}>
            {`${deed} ${countText(activities.length)}`}
          </Button>
          <ButtonLink href={queueAddress(place, question)}>Back</ButtonLink>
        </div>
      </form>
    </Screen>
  );
}
