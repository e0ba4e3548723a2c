import type { ComponentChildren } from 'preact';
import { mostPointsOf, type UndecidedTask } from '../../../domain/imports/task-store.ts';
import type { OperatorRequest } from '../../../domain/operators/request-store.ts';
import { may } from '../../../domain/operators/roles.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { RequestFile } from '../customers/request-file.tsx';
import { requestText } from '../customers/request-words.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
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
  complaint?: ComponentChildren;
  outcome?: Outcome;
}

const TOLD: Readonly<Record<string, ConsoleMessage>> = {
  approved: 'queue_done',
  declined: 'queue_over',
};

const COLUMNS = ['queue_deed', 'customer', 'queue_asked_by', 'since'] as const;

/** Everything that waits for a decision. */
export function QueueScreen(props: QueueProps) {
  const { visit, requests, imports, counts } = props;
  const { say } = visit.wording;
  return (
    <Screen
      frame={visit.frame('queue')}
      title={say('screen_queue')}
      about={
        <span data-live={`${visit.place}/queue/progress`}>
          <span data-live-text>{counts}</span> {say('queue_oldest_first')}
        </span>
      }
    >
      <Ended {...props} />
      {requests.length + imports.length > 0 && (
        <Card title={say('queue_two')} id="requests" flush>
          <Requests {...props} />
        </Card>
      )}
      <ActivityList {...props} />
    </Screen>
  );
}

/** The result of the last decision. */
function Ended({ done, complaint, outcome }: QueueProps) {
  const { say } = useWording();
  const asked = done !== undefined && Object.hasOwn(TOLD, done) ? TOLD[done] : undefined;
  const told = outcome?.done ?? (asked && say(asked));
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
  const wording = useWording();
  const { say } = wording;
  const { visit, token, question, requests, imports, customers, names } = props;
  const { program, place, operator } = visit;
  const decides = may(operator, 'write_configuration', program.id);
  const zone = program.sites[0]!.time_zone;
  return (
    <Table
      caption={say('queue_requests')}
      stacks
      columns={[...COLUMNS.map((name) => ({ name: say(name) })), { name: '' }]}
      rows={[
        ...imports.map((task) => importRow(wording, task, props)),
        ...requests.map((request) => [
          <span class="long-text">
            {requestText(wording, request)}
            <RequestFile of={request} place={place} />
          </span>,
          <a href={`${place}/customers/${request.customer_id}`}>
            {customers.get(request.customer_id) ??
              say('customer_number', { id: String(request.customer_id) })}
          </a>,
          names.get(request.operator_id) ?? say('somebody'),
          <Moment at={request.created_at} zone={zone} />,
          request.operator_id === operator.id || decides ? (
            <Decision
              action={queueAddress(place, question, `/${request.id}`)}
              token={token}
              request={request}
              own={request.operator_id === operator.id}
            />
          ) : (
            <span class="muted">{say('queue_manager_decides')}</span>
          ),
        ]),
      ]}
    />
  );
}

/** The decision on an import is made on its own screen, which shows its effects. */
function importRow(
  { say }: ConsoleWording,
  task: UndecidedTask,
  { visit: { program, place, operator }, names }: QueueProps,
) {
  return [
    <span class="long-text">
      {say('queue_import', { file: task.file_name, points: mostPointsOf(task) })}
    </span>,
    null,
    names.get(task.operator_id) ?? say('somebody'),
    <Moment at={task.created_at} zone={program.sites[0]!.time_zone} />,
    may(operator, 'write_configuration', program.id) ? (
      <ButtonLink href={`${place}/imports/files/${task.file_id}`} low>
        {say('queue_see')}
      </ButtonLink>
    ) : (
      <span class="muted">{say('queue_manager_decides')}</span>
    ),
  ];
}

interface DecisionProps {
  action: string;
  token: string;
  request: OperatorRequest;
  /** Whether this operator requested it. Then a colleague approves it. */
  own: boolean;
}

function Decision({ action, token, request, own }: DecisionProps) {
  const { say } = useWording();
  return (
    <form class="row" method="post" action={action}>
      <FormToken token={token} />
      <input type="hidden" name="customer" value={request.customer_id} />
      {own ? (
        <span class="muted">{say('queue_colleague_decides')}</span>
      ) : (
        <Button low kind={request.kind === 'erasure' ? 'danger' : 'main'} name="decision" value="approve">
          {say('approve')}
        </Button>
      )}
      <Button low name="decision" value="decline">
        {say(own ? 'take_it_back' : 'decline')}
      </Button>
    </form>
  );
}
