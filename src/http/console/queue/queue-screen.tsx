import { mostPointsOf, type UndecidedTask } from '../../../domain/imports/task-store.ts';
import type { OperatorRequest } from '../../../domain/operators/request-store.ts';
import { may } from '../../../domain/operators/roles.ts';
import { FormToken } from '../access/alone.tsx';
import { requestText } from '../customers/request-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import type { Visit } from '../visit.ts';
import { ActivityList } from './activity-list.tsx';
import type { Outcome } from './outcome.tsx';
import { type QueueQuestion, queueAddress } from './queue-question.ts';
import type { ReadQueue } from './read-queue.ts';

interface QueueProps extends ReadQueue {
  visit: Visit;
  token: string;
  question: QueueQuestion;
  done: string | undefined;
  complaint?: string;
  outcome?: Outcome;
}

const TOLD: Readonly<Record<string, string>> = {
  approved: 'It is done.',
  declined: 'The request is over. Nothing was done.',
};

const COLUMNS = [
  { name: 'Deed' },
  { name: 'Customer' },
  { name: 'Asked by' },
  { name: 'Since' },
  { name: '' },
];

/** Everything that waits for somebody's decision. */
export function QueueScreen(props: QueueProps) {
  const { visit, requests, imports, counts } = props;
  return (
    <Screen
      frame={visit.frame('queue')}
      title="Queue"
      about={
        <span data-live={`${visit.place}/queue/progress`}>
          <span data-live-text>{counts}</span> Oldest first.
        </span>
      }
    >
      <Ended {...props} />
      {requests.length + imports.length > 0 && (
        <Card title="Deeds that take two people" id="requests" flush>
          <Requests {...props} />
        </Card>
      )}
      <ActivityList {...props} />
    </Screen>
  );
}

/** The end of the last decision. */
function Ended({ done, complaint, outcome }: QueueProps) {
  const asked = done !== undefined && Object.hasOwn(TOLD, done) ? TOLD[done] : undefined;
  const told = outcome?.done ?? asked;
  return (
    <>
      {complaint && (
        <div role="alert">
          <Notice mood="bad">{complaint}</Notice>
        </div>
      )}
      {told && (
        <Notice mood="good" toast>
          {told}
        </Notice>
      )}
      {outcome?.along.map((words) => (
        <Notice mood="accent">{words}</Notice>
      ))}
      {outcome && outcome.left.length > 0 && (
        <div role="alert" class="stack tight">
          {outcome.left.map((words) => (
            <Notice mood="warn">{words}</Notice>
          ))}
        </div>
      )}
    </>
  );
}

function Requests(props: QueueProps) {
  const { visit, token, question, requests, imports, customers, names } = props;
  const { program, place, operator } = visit;
  const decides = may(operator, 'write_configuration', program.id);
  const zone = program.sites[0]!.time_zone;
  return (
    <Table
      caption="Requests"
      columns={COLUMNS}
      rows={[
        ...imports.map((task) => importRow(task, props)),
        ...requests.map((request) => [
          <span class="wordy">{requestText(request)}</span>,
          <a href={`${place}/customers/${request.customer_id}`}>
            {customers.get(request.customer_id) ?? `Customer ${request.customer_id}`}
          </a>,
          names.get(request.operator_id) ?? 'Somebody',
          momentText(request.created_at, zone),
          request.operator_id === operator.id || decides ? (
            <Decision
              action={queueAddress(place, question, `/${request.id}`)}
              token={token}
              request={request}
              own={request.operator_id === operator.id}
            />
          ) : (
            <span class="muted">a manager decides</span>
          ),
        ]),
      ]}
    />
  );
}

/** An import is decided on at its own screen, which shows what it would do. */
function importRow(task: UndecidedTask, { visit: { program, place, operator }, names }: QueueProps) {
  return [
    <span class="wordy">
      Import {task.file_name}: up to {countText(mostPointsOf(task))} points of one customer.
    </span>,
    null,
    names.get(task.operator_id) ?? 'Somebody',
    momentText(task.created_at, program.sites[0]!.time_zone),
    may(operator, 'write_configuration', program.id) ? (
      <ButtonLink href={`${place}/imports/files/${task.file_id}`} low>
        See it
      </ButtonLink>
    ) : (
      <span class="muted">a manager decides</span>
    ),
  ];
}

interface DecisionProps {
  action: string;
  token: string;
  request: OperatorRequest;
  /** Whether the operator asked for it. A colleague approves it then. */
  own: boolean;
}

function Decision({ action, token, request, own }: DecisionProps) {
  return (
    <form class="row" method="post" action={action}>
      <FormToken token={token} />
      <input type="hidden" name="customer" value={request.customer_id} />
      {own ? (
        <span class="muted">a colleague decides</span>
      ) : (
        <Button low kind={request.kind === 'erasure' ? 'danger' : 'main'} name="decision" value="approve">
          Approve
        </Button>
      )}
      <Button low name="decision" value="decline">
        {own ? 'Take it back' : 'Decline'}
      </Button>
    </form>
  );
}
