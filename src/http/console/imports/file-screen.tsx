import type { ComponentChildren } from 'preact';
import type { ImportFile } from '../../../domain/imports/file-store.ts';
import { IMPORT_FIELDS } from '../../../domain/imports/import-fields.ts';
import { PRESETS } from '../../../domain/imports/presets.ts';
import type { ImportChoices, ImportTask } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Table } from '../design/table.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { type Outcome, OutcomeCards } from './outcome-cards.tsx';
import { TaskProgress } from './progress.tsx';
import { isUndecided, Undecided } from './undecided.tsx';

interface FileProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  file: ImportFile;
  /** The first rows after the header. */
  sample: readonly (readonly string[])[];
  choices: ImportChoices;
  /** The latest task on the file. */
  task: ImportTask | undefined;
  /** Whether the import takes two people, by the result of the trial. */
  takes_two: boolean;
  /** The operator who ordered the latest task. */
  order: { own: boolean; asked_by: string };
  /** The mistake in the sent form. */
  wrong?: ComponentChildren;
}

/** An uploaded file: its columns, the trial, the import. */
export function FileScreen(props: FileProps) {
  const { frame, program, place, token, file, task, takes_two, wrong } = props;
  const { wording } = frame;
  const { say } = wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/imports/files/${file.id}`;
  const isWaiting = task?.state === 'waiting';
  return (
    <Screen
      frame={frame}
      title={file.name}
      back={{ href: `${place}/imports`, words: say('screen_imports') }}
      about={
        <Sentence at={file.created_at} zone={zone}>
          {(moment) =>
            say('file_about', {
              moment,
              encoding: file.layout.encoding,
              delimiter: delimiterText(wording, file.layout.delimiter),
            })
          }
        </Sentence>
      }
    >
      {wrong && (
        <div role="alert">
          <Notice mood="bad">{wrong}</Notice>
        </div>
      )}
      {task && isUndecided(task) ? (
        <Undecided {...{ task, zone, path, token }} {...props.order} />
      ) : isWaiting ? (
        <TaskProgress task={task} path={path} />
      ) : (
        <>
          {task && <Ended {...{ place, path, token, task, takes_two }} />}
          <Columns {...props} path={path} />
        </>
      )}
      <Sample file={file} sample={props.sample} />
    </Screen>
  );
}

function delimiterText({ say }: ConsoleWording, delimiter: string): string {
  return delimiter === '\t' ? say('file_tabs') : `“${delimiter}”`;
}

/** The end of the latest task, with the next step. */
function Ended({
  place,
  path,
  token,
  task,
  takes_two,
}: {
  place: string;
  path: string;
  token: string;
  task: ImportTask;
  takes_two: boolean;
}) {
  const { say } = useWording();
  const { kind, state, mistake, import_id } = task;
  const outcome = task.outcome as Outcome | null;
  if (state === 'failed' || !outcome) {
    return (
      <div role="alert">
        <Notice mood="bad">
          <DomainSentence>{mistake!}</DomainSentence>
        </Notice>
      </div>
    );
  }
  if (kind === 'run') {
    return (
      <Notice
        mood="good"
        beside={<ButtonLink href={`${place}/imports/${import_id}`}>{say('queue_see')}</ButtonLink>}
      >
        {say('file_imported')}
      </Notice>
    );
  }
  const takes = outcome.rows - outcome.refused;
  return (
    <OutcomeCards
      title={say('file_trial')}
      outcome={outcome}
      refused={`${path}/refused.csv`}
      refused_kept={outcome.refusals.length}
      next={
        takes > 0 && (
          <form class="row" method="post" action={path}>
            <FormToken token={token} />
            <input type="hidden" name="trial" value={task.id} />
            <Button kind="main" name="deed" value="run">
              {say(takes_two ? 'file_ask' : 'file_import', { count: takes })}
            </Button>
            {takes_two && <span class="muted">{say('file_two')}</span>}
            {outcome.refused > 0 && <span class="muted">{say('file_left_out')}</span>}
          </form>
        )
      }
    />
  );
}

const ORDERS = [
  ['', 'file_dates_own'],
  ['ymd', 'file_dates_ymd'],
  ['mdy', 'file_dates_mdy'],
  ['dmy', 'file_dates_dmy'],
] as const;

function Columns({ program, file, choices, token, path }: FileProps & { path: string }) {
  const { say } = useWording();
  const headers = [['', '–'] as const, ...file.layout.header.map((name) => [name, name] as const)];
  const presets = [
    ['', say('file_plain')] as const,
    ...Object.entries(PRESETS).map(
      ([name, { about }]) => [name, name === 'loyaltyd' ? say('file_loyaltyd') : about] as const,
    ),
  ];
  return (
    <Card title={say('file_columns')} id="columns">
      <form class="row filters" method="get" action={path}>
        <Field name="preset" label={say('file_of')} value={choices.preset} options={presets} />
        <Button>{say('file_use')}</Button>
      </form>
      <form class="stack" method="post" action={path}>
        <FormToken token={token} />
        <input type="hidden" name="preset" value={choices.preset} />
        <div class="grid three">
          {IMPORT_FIELDS.map((field) => (
            <Field
              name={`field_${field}`}
              label={say(FIELD_WORDS[field])}
              value={choices.columns[field] ?? ''}
              options={headers}
            />
          ))}
        </div>
        <div class="grid three">
          <Field
            name="dates"
            label={say('file_dates')}
            value={choices.dates ?? ''}
            options={ORDERS.map(([order, words]) => [order, say(words)] as const)}
          />
          {program.sites.length > 1 && (
            <Field
              name="site"
              label={say('file_site')}
              value={choices.site}
              options={program.sites.map(({ key, time_zone }) => [key, `${key} (${time_zone})`] as const)}
            />
          )}
        </div>
        <div class="row">
          <Button kind="main" name="deed" value="check">
            {say('codes_try')}
          </Button>
          <span class="muted">{say('file_try_about')}</span>
        </div>
      </form>
    </Card>
  );
}

const FIELD_WORDS: Record<(typeof IMPORT_FIELDS)[number], ConsoleMessage> = {
  merchant_id: 'id_in_store',
  email: 'email',
  first_name: 'field_first_name',
  last_name: 'field_last_name',
  birthday: 'field_birthday',
  email_marketing: 'field_email_marketing',
  sms_marketing: 'field_sms_marketing',
  points: 'points',
  points_expire_at: 'field_points_expire_at',
  lots: 'field_lots',
  points_pending: 'field_points_pending',
  pending: 'field_pending',
  points_spent: 'customer_spent',
  tier: 'tier',
  tier_expires_at: 'field_tier_expires_at',
  enrolled_at: 'team_joined',
  referral_id: 'field_referral_id',
  blocked: 'customer_blocked',
  metadata: 'field_metadata',
};

function Sample({ file, sample }: Pick<FileProps, 'file' | 'sample'>): ComponentChildren {
  const { say } = useWording();
  if (sample.length === 0) return null;
  return (
    <Card title={say('file_begins')} id="sample" flush>
      <Table
        caption={say('file_begins')}
        columns={file.layout.header.map((name) => ({ name }))}
        rows={sample.map((cells) => file.layout.header.map((_, at) => cells[at] ?? ''))}
      />
    </Card>
  );
}
