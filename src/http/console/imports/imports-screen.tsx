import type { ComponentChildren } from 'preact';
import type { ImportFile } from '../../../domain/imports/file-store.ts';
import type { listImports } from '../../../domain/imports/list-imports.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge, type Mood } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { FileField } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { useWording } from '../language/use-wording.ts';

export type ListedImport = Awaited<ReturnType<typeof listImports>>[number];

interface ImportsProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  files: readonly ImportFile[];
  imports: readonly ListedImport[];
  wrong?: ComponentChildren;
}

const COLUMNS = [
  { name: 'imports_a_file' },
  { name: 'state' },
  { name: 'when' },
  { name: 'imports_created', number: true },
  { name: 'imports_changed', number: true },
  { name: 'imports_refused', number: true },
  { name: 'points', number: true },
] as const;

/** The import of customers: a form for a file, the waiting files, and the finished imports. */
export function ImportsScreen(props: ImportsProps) {
  const { frame, program, place, token, files, imports, wrong } = props;
  const { say, count } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  return (
    <Screen
      frame={frame}
      title={say('screen_imports')}
      about={say('imports_about')}
      beside={
        <ButtonLink href={`${place}/imports/export`} icon="download">
          {say('export')}
        </ButtonLink>
      }
    >
      <Card title={say('imports_title')} id="import">
        <form class="stack" method="post" enctype="multipart/form-data" action={`${place}/imports`}>
          <FormToken token={token} />
          <FileField
            name="file"
            label={say('imports_file')}
            accept=".csv,.txt,text/csv"
            required
            help={say('imports_file_about')}
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main" icon="up">
              {say('imports_bring')}
            </Button>
          </div>
        </form>
      </Card>
      {files.length > 0 && (
        <Card title={say('imports_today')} id="files" flush>
          <Table
            caption={say('imports_today')}
            stacks
            columns={[
              { name: say('imports_a_file') },
              { name: say('imports_brought') },
              { name: say('imports_columns'), number: true },
            ]}
            rows={files.map(({ id, name, created_at, layout }) => [
              <a href={`${place}/imports/files/${id}`}>
                <Breaks of={name} />
              </a>,
              <Moment at={created_at} zone={zone} />,
              count(layout.header.length),
            ])}
          />
        </Card>
      )}
      <Card title={say('imports_so_far')} id="imports" flush>
        {imports.length === 0 ? (
          <EmptyState icon="people" title={say('imports_none')}>
            {say('imports_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('imports_so_far')}
            stacks
            columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
            rows={imports.map((one) => [
              <a href={`${place}/imports/${one.id}`}>
                <Breaks of={one.file_name} />
              </a>,
              <ImportState of={one} />,
              <Moment at={one.started_at} zone={zone} />,
              count(one.created),
              count(one.changed),
              count(one.refused),
              count(one.points),
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

const STATES: Record<ListedImport['state'], [words: ConsoleMessage, mood?: Mood]> = {
  running: ['import_running', 'accent'],
  done: ['import_done', 'good'],
  reverting: ['import_reverting', 'accent'],
  reverted: ['import_reverted'],
};

export function ImportState({ of: { state, interrupted } }: { of: ListedImport }) {
  const { say } = useWording();
  if (interrupted) return <Badge mood="warn">{say('import_interrupted')}</Badge>;
  const [words, mood] = STATES[state];
  return <Badge {...(mood && { mood })}>{say(words)}</Badge>;
}
