import type { ComponentChildren } from 'preact';
import type { ImportFile } from '../../../domain/imports/file-store.ts';
import { IMPORT_FIELDS } from '../../../domain/imports/import-fields.ts';
import { PLAIN, PRESETS } from '../../../domain/imports/presets.ts';
import type { ImportChoices, ImportTask } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { type Outcome, OutcomeCards } from './outcome-cards.tsx';
import { Progress } from './progress.tsx';
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
  /** Whether an import as the trial found it takes two people. */
  takes_two: boolean;
  /** The operator who ordered the latest task. */
  order: { own: boolean; asked_by: string };
  /** The mistake in what was sent. */
  wrong?: string;
}

/** A file on its way: its columns, the trial, the import. */
export function FileScreen(props: FileProps) {
  const { frame, program, place, token, file, task, takes_two, wrong } = props;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/imports/files/${file.id}`;
  const isWaiting = task?.state === 'waiting';
  return (
    <Screen
      frame={frame}
      title={file.name}
      about={`Brought ${momentText(file.created_at, zone)} · ${file.layout.encoding}, parted by ${delimiterText(file.layout.delimiter)}`}
      beside={<ButtonLink href={`${place}/imports`}>To all imports</ButtonLink>}
    >
      {wrong && (
        <div role="alert">
          <Notice mood="bad">{wrong}</Notice>
        </div>
      )}
      {task && isUndecided(task) ? (
        <Undecided {...{ task, zone, path, token }} {...props.order} />
      ) : isWaiting ? (
        <Progress task={task} path={path} />
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

function delimiterText(delimiter: string): string {
  return delimiter === '\t' ? 'tabs' : `“${delimiter}”`;
}

/** The end of the latest task, and what follows from it. */
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
  const { kind, state, mistake, import_id } = task;
  const outcome = task.outcome as Outcome | null;
  if (state === 'failed' || !outcome) {
    return (
      <div role="alert">
        <Notice mood="bad">{mistake}</Notice>
      </div>
    );
  }
  if (kind === 'run') {
    return (
      <Notice mood="good" beside={<ButtonLink href={`${place}/imports/${import_id}`}>See it</ButtonLink>}>
        The file is imported.
      </Notice>
    );
  }
  const takes = outcome.rows - outcome.refused;
  return (
    <OutcomeCards
      title="A trial: nothing is imported yet"
      outcome={outcome}
      refused={`${path}/refused.csv`}
      refused_kept={outcome.refusals.length}
      next={
        takes > 0 && (
          <form class="row" method="post" action={path}>
            <FormToken token={token} />
            <input type="hidden" name="trial" value={task.id} />
            <Button kind="main" name="deed" value="run">
              {takes_two ? 'Ask a colleague to import' : 'Import'} {countText(takes)}{' '}
              {takes === 1 ? 'row' : 'rows'}
            </Button>
            {takes_two && <span class="muted">It gives or takes many points, so it takes two people.</span>}
            {outcome.refused > 0 && <span class="muted">Refused rows are left out.</span>}
          </form>
        )
      }
    />
  );
}

const ORDERS = [
  ['', 'As the file’s service writes them'],
  ['ymd', 'Year first: 2026-03-04'],
  ['mdy', 'Month first: 3/4/2026'],
  ['dmy', 'Day first: 4.3.2026'],
] as const;

function Columns({ program, file, choices, token, path }: FileProps & { path: string }) {
  const headers = [['', '–'] as const, ...file.layout.header.map((name) => [name, name] as const)];
  const presets = [
    ['', PLAIN.about] as const,
    ...Object.entries(PRESETS).map(([name, { about }]) => [name, about] as const),
  ];
  return (
    <Card title="What the columns are" id="columns">
      <form class="row filters" method="get" action={path}>
        <Field name="preset" label="The file is of" value={choices.preset} options={presets} />
        <Button>Use its columns</Button>
      </form>
      <form class="stack" method="post" action={path}>
        <FormToken token={token} />
        <input type="hidden" name="preset" value={choices.preset} />
        <div class="grid three">
          {IMPORT_FIELDS.map((field) => (
            <Field
              name={`field_${field}`}
              label={FIELD_WORDS[field]}
              value={choices.columns[field] ?? ''}
              options={headers}
            />
          ))}
        </div>
        <div class="grid three">
          <Field name="dates" label="Dates" value={choices.dates ?? ''} options={ORDERS} />
          {program.sites.length > 1 && (
            <Field
              name="site"
              label="New customers are at home in"
              value={choices.site}
              options={program.sites.map(({ key, time_zone }) => [key, `${key} (${time_zone})`] as const)}
            />
          )}
        </div>
        <div class="row">
          <Button kind="main" name="deed" value="check">
            Try it
          </Button>
          <span class="muted">Nothing is imported by a trial.</span>
        </div>
      </form>
    </Card>
  );
}

const FIELD_WORDS: Record<(typeof IMPORT_FIELDS)[number], string> = {
  merchant_id: 'Id in the store',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  birthday: 'Birthday',
  email_marketing: 'Consent to email',
  sms_marketing: 'Consent to texts',
  points: 'Points',
  points_expire_at: 'Points expire',
  lots: 'Points by expiry',
  points_pending: 'Pending points',
  pending: 'Pending by approval',
  points_spent: 'Points spent so far',
  tier: 'Tier',
  tier_expires_at: 'Tier ends',
  enrolled_at: 'Joined',
  referral_id: 'Referral id',
  blocked: 'Blocked',
  metadata: 'Metadata (JSON)',
};

function Sample({ file, sample }: Pick<FileProps, 'file' | 'sample'>): ComponentChildren {
  if (sample.length === 0) return null;
  return (
    <Card title="The file begins with" id="sample" flush>
      <Table
        caption="The first rows of the file"
        columns={file.layout.header.map((name) => ({ name }))}
        rows={sample.map((cells) => file.layout.header.map((_, at) => cells[at] ?? ''))}
      />
    </Card>
  );
}
