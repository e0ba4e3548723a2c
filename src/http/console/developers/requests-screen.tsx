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
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { DeveloperTabs, partPath } from './developer-tabs.tsx';

/** The filters of a query. */
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
  /** The keys and apps, by their values in a query. */
  callers: readonly (readonly [word: string, name: string])[];
  requests: readonly RecentRequest[];
  /** The place of the last request on the page, if more requests follow. */
  last: string | undefined;
  /** Whether the page is not the first one. */
  behind: boolean;
}

const COLUMNS = [
  { name: 'when' },
  { name: 'requests_request' },
  { name: 'requests_answer' },
  { name: 'requests_took', number: true },
  { name: 'requests_id' },
] as const;

const CLASSES = [
  ['', 'requests_any_answer'],
  ['2', 'requests_2'],
  ['3', 'requests_3'],
  ['4', 'requests_4'],
  ['5', 'requests_5'],
] as const;

/** The last day's requests with a key of the program, or with a token of an app. */
export function RequestsScreen(props: RequestsProps) {
  const { frame, program, place, asked, callers, requests, last, behind } = props;
  const { say, count } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const path = partPath(place, 'requests');
  const query = { caller: asked.caller, status: asked.status };
  return (
    <Screen frame={frame} title={say('screen_developers')} about={say('requests_about', { zone })}>
      <DeveloperTabs place={place} current="requests" />
      <form class="row filters" action={path} method="get">
        <Field
          name="caller"
          label={say('requests_with')}
          value={asked.caller ?? ''}
          options={[['', say('requests_any')], ...callers]}
        />
        <Field
          name="status"
          label={say('requests_answer')}
          value={asked.status ?? ''}
          options={CLASSES.map(([one, words]) => [one, say(words)] as const)}
        />
        <Button>{say('span_show')}</Button>
      </form>
      <Card flush>
        {requests.length === 0 ? (
          <Nothing path={path} filtered={Boolean(asked.caller ?? asked.status) || behind} />
        ) : (
          <Table
            caption={say('dev_requests')}
            stacks
            columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
            rows={requests.map((request) => [
              <RequestMoment at={request.at} zone={zone} />,
              <span class="long-text">
                {request.method} <code>{request.route}</code>
                <br />
                <span class="muted small">{request.caller_name}</span>
              </span>,
              <Answer of={request} />,
              `${request.ms} ms`,
              <code class="small unbroken">
                <Copied text={request.request_id} label={say('requests_copy')} />
              </code>,
            ])}
          />
        )}
      </Card>
      {(behind || last !== undefined) && (
        <nav class="row" aria-label={say('pages')}>
          {behind && <ButtonLink href={withQuery(path, query)}>{say('requests_newest')}</ButtonLink>}
          {last !== undefined && (
            <ButtonLink href={withQuery(path, { ...query, before: last })}>{say('older')}</ButtonLink>
          )}
        </nav>
      )}
      <details class="behind muted small">
        <summary>{say('requests_missing')}</summary>
        <p>
          {say('requests_kept', {
            caller: count(KEPT_OF_A_CALLER),
            program: count(KEPT_OF_A_PROGRAM),
            all: count(KEPT_OF_ALL),
          })}
        </p>
      </details>
    </Screen>
  );
}

/** A moment with its seconds: requests follow each other quickly. */
function RequestMoment({ at, zone }: { at: number; zone: string }) {
  const { moment } = useWording();
  const iso = new Date(at).toISOString();
  return (
    <time class="unbroken" dateTime={iso} title={`${iso.replace('T', ' ').replace('Z', '')} UTC`}>
      {moment(at, zone)}:{iso.slice(17, 19)}
    </time>
  );
}

const MOODS: Record<string, Mood> = { 2: 'good', 4: 'warn', 5: 'bad' };

function Answer({ of: { status, aborted } }: { of: RecentRequest }) {
  const { say } = useWording();
  const mood = MOODS[String(status)[0]!];
  return aborted ? (
    <Badge mood="warn">{say('requests_hung_up')}</Badge>
  ) : (
    <Badge {...(mood && { mood })}>{String(status)}</Badge>
  );
}

function Nothing({ path, filtered }: { path: string; filtered: boolean }) {
  const { say } = useWording();
  return filtered ? (
    <EmptyState
      icon="search"
      title={say('nothing_found')}
      action={<ButtonLink href={path}>{say('show_all')}</ButtonLink>}
    >
      {say('requests_not_so')}
    </EmptyState>
  ) : (
    <EmptyState icon="code" title={say('requests_none')}>
      {say('requests_none_about')}
    </EmptyState>
  );
}
