import type { ComponentChildren } from 'preact';
import { ACTIVITY_CAUSES, type WaitingActivity } from '../../../domain/listings/waiting-activities.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { activityTitle } from '../customers/customer-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/choice.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { isShortHead, Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { orderPath } from '../orders/order-words.ts';
import { withQuery } from '../place.ts';
import type { Visit } from '../visit.ts';
import { choiceName } from './chosen.ts';
import { AGES, hasWrongPoints, type QueueQuestion, queryOf, queueAddress } from './queue-question.ts';
import type { ReadQueue } from './read-queue.ts';

interface ListProps extends Pick<ReadQueue, 'activities' | 'customers'> {
  visit: Visit;
  token: string;
  question: QueueQuestion;
}

const COLUMNS = [
  { name: 'activity' },
  { name: 'points', number: true },
  { name: 'customer' },
  { name: 'recorded' },
  { name: 'queue_by_itself' },
] as const;

/** The pending activities. Operators can decide on many at once. */
export function ActivityList(props: ListProps) {
  const { say } = useWording();
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
            title={say(asked ? 'nothing_found' : 'queue_none')}
            action={asked && <ButtonLink href={path}>{say('show_all')}</ButtonLink>}
          >
            {say(activities.next === null ? 'queue_none_about' : 'queue_more_to_see')}
          </EmptyState>
        )}
      </Card>
      {(after > 0 || activities.next !== null) && (
        <nav class="row" aria-label={say('pages')}>
          {after > 0 && (
            <ButtonLink href={withQuery(path, queryOf(question))}>{say('queue_the_oldest')}</ButtonLink>
          )}
          {activities.next !== null && (
            <ButtonLink href={queueAddress(visit.place, { ...question, after: activities.next })}>
              {say('newer')}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function Filters({ visit: { program, place }, question }: Pick<ListProps, 'visit' | 'question'>) {
  const { say, language } = useWording();
  const { rule, cause, older, above, customer } = question;
  const wrong = hasWrongPoints(question) && say('queue_wrong_points');
  const rules = program.rules.map(
    (one) => [one.key, activityTitle(program, { rule_id: one.id, name: one.key }, language)] as const,
  );
  return (
    <form class="row filters" action={`${place}/queue`} method="get">
      <Field name="rule" label={say('rule')} value={rule} options={[['', say('everything')], ...rules]} />
      <Field
        name="cause"
        label={say('kind')}
        value={cause}
        options={[
          ['', say('everything')],
          ...ACTIVITY_CAUSES.map((one) => [one, say(`queue_cause_${one}`)] as const),
        ]}
      />
      <Field
        name="older"
        label={say('queue_age')}
        value={older}
        options={[['', say('everything')], ...AGES.map((days) => [days, say(`queue_age_${days}`)] as const)]}
      />
      <Field
        name="above"
        label={say('queue_above')}
        value={above}
        inputmode="numeric"
        {...(wrong && { wrong })}
      />
      <Field name="customer" label={say('queue_customer')} value={customer} />
      <Button>{say('span_show')}</Button>
    </form>
  );
}

/**
 * With a script the form waits for ten seconds before it is sent; without a script another screen asks for a
 * confirmation.
 */
function Decisions({ visit, token, question, activities, customers }: ListProps) {
  const wording = useWording();
  const { say, count, language } = wording;
  const { program, place } = visit;
  const zone = program.sites[0]!.time_zone;
  return (
    <form method="post" action={queueAddress(place, question, '/activities')} data-undo>
      <FormToken token={token} />
      <Table
        caption={say('queue_activities')}
        stacks
        columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
        rows={activities.rows.map((activity) => [
          <Choice name={choiceName(activity)}>
            <span>
              {activityTitle(program, activity, language)}{' '}
              {activity.order_merchant_id !== null && (
                <a
                  href={orderPath(place, activity.order_merchant_id)}
                  class={isShortHead(activity.order_merchant_id) ? 'unbroken' : undefined}
                >
                  {activity.order_merchant_id}
                </a>
              )}
            </span>
          </Choice>,
          count(activity.value),
          <span class="who-cell">
            <a href={`${place}/customers/${activity.customer.id}`}>
              {customers.get(activity.customer.id) ??
                say('customer_number', { id: String(activity.customer.id) })}
            </a>
          </span>,
          <Moment at={activity.created_at} zone={zone} />,
          approvalText(wording, activity, zone),
        ])}
      />
      <div class="row card-foot stays">
        <Button kind="main" name="state" value="approved">
          {say('approve')}
        </Button>
        <Button name="state" value="declined">
          {say('decline')}
        </Button>
        <label class="choice scripted">
          <input type="checkbox" data-choose-all />
          <span>{say('queue_all_here')}</span>
        </label>
      </div>
      <div class="notice toast" data-undo-toast hidden>
        <p
          role="status"
          data-undo-text={say('queue_sent_soon', { deed: '%deed', count: '%count', seconds: '%seconds' })}
        />
        <Button type="button" low>
          {say('queue_undo')}
        </Button>
      </div>
    </form>
  );
}

function approvalText(
  { say }: ConsoleWording,
  { approves_at, resource }: WaitingActivity,
  zone: string,
): ComponentChildren {
  if (approves_at !== null) return <Moment at={approves_at} zone={zone} />;
  return resource === 'order' ? say('queue_once_paid') : null;
}
