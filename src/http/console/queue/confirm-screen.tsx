import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { activityTitle } from '../customers/customer-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Screen } from '../design/frame.tsx';
import { Table } from '../design/table.tsx';
import type { ConsoleMessage } from '../language/en.ts';
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
  /**
   * The ids of activities that nobody chose. They belong to a report of a chosen activity and are decided together with
   * it.
   */
  along: ReadonlySet<number>;
  customers: ReadonlyMap<number, string>;
}

const WORDS = {
  approved: { title: 'queue_approve_these', means: 'queue_approve_means', deed: 'queue_approve_count' },
  declined: { title: 'queue_decline_these', means: 'queue_decline_means', deed: 'queue_decline_count' },
} as const satisfies Record<Decided['state'], Record<string, ConsoleMessage>>;

/** Asks for a confirmation of decisions on activities. */
export function ConfirmScreen(props: ConfirmProps) {
  const { visit, token, question, state, activities, along, customers } = props;
  const { program, place, wording } = visit;
  const { say, count, language } = wording;
  const { title, means, deed } = WORDS[state];
  const points = activities.reduce((sum, { value }) => sum + value, 0);
  return (
    <Screen
      frame={visit.frame('queue')}
      title={say(title)}
      back={{ href: queueAddress(place, question), words: say('screen_queue') }}
      about={say(means)}
    >
      <form class="stack" method="post" action={queueAddress(place, question, '/activities')}>
        <FormToken token={token} />
        <input type="hidden" name="confirmed" value="yes" />
        {activities.map((activity) => (
          <input type="hidden" name={choiceName(activity)} value="on" />
        ))}
        <Card flush>
          <Table
            caption={say('queue_chosen')}
            columns={[
              { name: say('activity') },
              { name: say('customer') },
              { name: say('points'), number: true },
            ]}
            rows={activities.map((activity) => [
              <span class="long-text">
                {activityTitle(program, activity, language)}
                {along.has(activity.id) && <span class="muted"> · {say('queue_same_report')}</span>}
              </span>,
              customers.get(activity.customer.id) ??
                say('customer_number', { id: String(activity.customer.id) }),
              count(activity.value),
            ])}
            sum={[say('together'), null, count(points)]}
          />
        </Card>
        <div class="row">
          <Button kind={state === 'approved' ? 'main' : 'danger'} name="state" value={state}>
            {say(deed, { count: count(activities.length) })}
          </Button>
          <ButtonLink href={queueAddress(place, question)}>{say('leave_it')}</ButtonLink>
        </div>
      </form>
    </Screen>
  );
}
