import type { Program } from '../../../domain/programs/configuration.ts';
import type { RecentRequest } from '../../../domain/programs/recent-request-store.ts';
import {
  KEPT_OF_A_CALLER,
  KEPT_OF_A_PROGRAM,
  KEPT_OF_ALL,
} from '../../../domain/programs/recent-requests.ts';
import { Badge, type Mood } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { withQuery } from '../place.ts';
import { DeveloperTabs, partPath } from './developer-tabs.tsx';

/** The words of a query. */
export interface RequestQuestion {
  /** A kind and an id, such as `key-12`; undefined: any. */
  caller: string | undefined;
  /** The first digit of the status; undefined: any. */
  status: string | undefined;
}

interface RequestsProps {
  frame: FrameView;
  program: Program;
  place: string;
  asked: RequestQuestion;
  /** The keys and apps, by their words in a query. */
  callers: readonly (readonly [word: string, name: string])[];
  requests: readonly RecentRequest[];
  /** The place of the last request, if others are behind it. */
  last: string | undefined;
  /** Whether the page is not the first. */
  behind: boolean;
}

const COLUMNS = [
  { name: 'When' },
  { name: 'Request' },
  { name: 'Answer' },
  { name: 'Took', number: true },
  { name: 'Request id' },
];

const CLASSES = [
  ['', 'Any'],
  ['2', '2xx: done'],
  ['3', '3xx: unchanged, or elsewhere'],
  ['4', '4xx: refused'],
  ['5', '5xx: the server failed'],
] as const;

/** The requests of the last day with a key of the program, or with a token of an app. */
export function RequestsScreen(props: RequestsProps) {
  const { frame, program, place, asked, callers, requests, last, behind } = props;
  const zone = program.sites[0]!.time_zone;
  const path = partPath(place, 'requests');
  const query = { caller: asked.caller, status: asked.status };
  return (
    <Screen
      frame={frame}
      title="Developers"
      about={`Requests of the last day, newest first, without their bodies · ${zone}`}
    >
      <DeveloperTabs place={place} current="requests" />
      <form class="row filters" action={path} method="get">
        <Field
          name="caller"
          label="With"
          value={asked.caller ?? ''}
          options={[['', 'Any key or app'], ...callers]}
        />
        <Field name="status" label="Answer" value={asked.status ?? ''} options={CLASSES} />
        <Button>Show</Button>
      </form>
      <Card flush>
        {requests.length === 0 ? (
          <Nothing path={path} filtered={Boolean(asked.caller ?? asked.status) || behind} />
        ) : (
          <Table
            caption="Requests"
            columns={COLUMNS}
            rows={requests.map((request) => [
              <RequestMoment at={request.at} zone={zone} />,
              <span class="wordy">
                {request.method} <code>{request.route}</code>
                <br />
                <span class="muted small">{request.caller_name}</span>
              </span>,
              <Answer of={request} />,
              `${request.ms} ms`,
              <code class="small unbroken">
                <Copied text={request.request_id} label="Copy the request id" />
              </code>,
            ])}
          />
        )}
      </Card>
      {(behind || last !== undefined) && (
        <nav class="row" aria-label="Pages">
          {behind && <ButtonLink href={withQuery(path, query)}>Newest</ButtonLink>}
          {last !== undefined && (
            <ButtonLink href={withQuery(path, { ...query, before: last })}>Older</ButtonLink>
          )}
        </nav>
      )}
      <p class="muted small">
        A server writes its requests down every five seconds: the newest are still missing here, and those of
        five seconds are lost in a crash, or when the database takes no writes. From a busy key or app the
        latest {KEPT_OF_A_CALLER} that were done and {KEPT_OF_A_CALLER} others of each five seconds are kept;
        of one program at most {KEPT_OF_A_PROGRAM}, and of all callers together at most{' '}
        {countText(KEPT_OF_ALL)}. An unknown path, a wrong method, and a request that a full server refused at
        once are not here. The server’s own log has every request.
      </p>
    </Screen>
  );
}

/** To the second: requests follow each other quickly. */
function RequestMoment({ at, zone }: { at: number; zone: string }) {
  const iso = new Date(at).toISOString();
  return (
    <time class="unbroken" dateTime={iso} title={`${iso.replace('T', ' ').replace('Z', '')} UTC`}>
      {momentText(at, zone)}:{iso.slice(17, 19)}
    </time>
  );
}

const MOODS: Record<string, Mood> = { 2: 'good', 4: 'warn', 5: 'bad' };

function Answer({ of: { status, aborted } }: { of: RecentRequest }) {
  const mood = MOODS[String(status)[0]!];
  return aborted ? (
    <Badge mood="warn">hung up</Badge>
  ) : (
    <Badge {...(mood && { mood })}>{String(status)}</Badge>
  );
}

function Nothing({ path, filtered }: { path: string; filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon="search"
      title="Nothing was found"
      action={<ButtonLink href={path}>Show all</ButtonLink>}
    >
      No request of the last day is as you asked.
    </EmptyState>
  ) : (
    <EmptyState icon="code" title="No requests yet">
      Requests with a key of this program, or with a token of an app, stand here for a day, some seconds after
      they were answered. One with a key that does not exist belongs to no program, and is in the log of the
      server alone.
    </EmptyState>
  );
}
