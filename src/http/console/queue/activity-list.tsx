import type { ComponentChildren } from 'preact';
import type { WaitingActivity } from '../../../domain/listings/waiting-activities.ts';
import { FormToken } from '../access/alone.tsx';
import { activityTitle } from '../customers/customer-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/choice.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { countText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { orderPath } from '../orders/order-words.ts';
import { withQuery } from '../place.ts';
import type { Visit } from '../visit.ts';
import { choiceName } from './chosen.ts';
import {
  AGES,
  CAUSE_WORDS,
  type QueueQuestion,
  queryOf,
  queueAddress,
  wrongPoints,
} from './queue-question.ts';
import type { ReadQueue } from './read-queue.ts';

interface ListProps extends Pick<ReadQueue, 'activities' | 'customers'> {
  visit: Visit;
  token: string;
  question: QueueQuestion;
}

const COLUMNS = [
  { name: 'Activity' },
  { name: 'Customer' },
  { name: 'Points', number: true },
  { name: 'Recorded' },
  { name: 'Approved by itself' },
];

/** The activities that wait, to be decided on by the dozen. */
export function ActivityList(props: ListProps) {
  const { visit, question, activities } = props;
  const path = `${visit.place}/queue`;
  const { after, ...fields } = question;
  const asked = Object.values(fields).some((field) => field !== '');
  return (
    <>
      <Filters visit={visit} question={question} />
      <Card flush>
        {activities.rows.length > 0 ? (
          <Decisions {...props} />
        ) : (
          <EmptyState
            icon={asked ? 'search' : 'check'}
            title={asked ? 'Nothing was found' : 'No activity waits'}
            action={asked && <ButtonLink href={path}>Show all</ButtonLink>}
          >
            {activities.next === null
              ? 'Activities wait here until their approval period is over, their order is paid, or somebody decides.'
              : 'Nothing among those that were looked through. There are more.'}
          </EmptyState>
        )}
      </Card>
      {(after > 0 || activities.next !== null) && (
        <nav class="row" aria-label="Pages">
          {after > 0 && <ButtonLink href={withQuery(path, queryOf(question))}>The oldest</ButtonLink>}
          {activities.next !== null && (
            <ButtonLink href={queueAddress(visit.place, { ...question, after: activities.next })}>
              Newer
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function Filters({ visit: { program, place }, question }: Pick<ListProps, 'visit' | 'question'>) {
  const { rule, cause, older, above, customer } = question;
  const wrong = wrongPoints(question);
  const rules = program.rules.map(
    (one) => [one.key, activityTitle(program, { rule_id: one.id, name: one.key })] as const,
  );
  return (
    <form class="row filters" action={`${place}/queue`} method="get">
      <Field name="rule" label="Rule" value={rule} options={[['', 'All'], ...rules]} />
      <Field
        name="cause"
        label="Kind"
        value={cause}
        options={[['', 'All'], ...Object.entries(CAUSE_WORDS)] as [string, string][]}
      />
      <Field name="older" label="Age" value={older} options={[['', 'All'], ...AGES]} />
      <Field
        name="above"
        label="More points than"
        value={above}
        inputmode="numeric"
        {...(wrong && { wrong })}
      />
      <Field name="customer" label="Customer’s id, email" value={customer} />
      <Button>Show</Button>
    </form>
  );
}

/** With a script the form waits for ten seconds before it is sent; without one a screen asks first. */
function Decisions({ visit, token, question, activities, customers }: ListProps) {
  const { program, place } = visit;
  const zone = program.sites[0]!.time_zone;
  return (
    <form method="post" action={queueAddress(place, question, '/activities')} data-undo>
      <FormToken token={token} />
      <Table
        caption="Activities that wait"
        columns={COLUMNS}
        rows={activities.rows.map((activity) => [
          <Choice name={choiceName(activity)}>
            <span>
              {activityTitle(program, activity)}{' '}
              {activity.order_merchant_id !== null && (
                <a href={orderPath(place, activity.order_merchant_id)}>{activity.order_merchant_id}</a>
              )}
            </span>
          </Choice>,
          <span class="who-cell">
            <a href={`${place}/customers/${activity.customer.id}`}>
              {customers.get(activity.customer.id) ?? `Customer ${activity.customer.id}`}
            </a>
          </span>,
          countText(activity.value),
          <Moment at={activity.created_at} zone={zone} />,
          approvalText(activity, zone),
        ])}
      />
      <div class="row card-foot">
        <Button kind="main" name="state" value="approved">
          Approve
        </Button>
        <Button name="state" value="declined">
          Decline
        </Button>
        <label class="choice scripted">
          <input type="checkbox" data-choose-all />
          <span>All on this page</span>
        </label>
      </div>
      <div class="notice toast" data-undo-toast hidden>
        <p role="status" data-undo-text />
        <Button type="button" low>
          Undo
        </Button>
      </div>
    </form>
  );
}

function approvalText({ approves_at, resource }: WaitingActivity, zone: string): ComponentChildren {
  if (approves_at !== null) return <Moment at={approves_at} zone={zone} />;
  return resource === 'order' ? 'once the order is paid' : null;
}
