import type { ImportFile } from '../../../domain/imports/file-store.ts';
import type { listImports } from '../../../domain/imports/list-imports.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Badge, type Mood } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { FileField } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { countText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';

export type ListedImport = Awaited<ReturnType<typeof listImports>>[number];

interface ImportsProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  files: readonly ImportFile[];
  imports: readonly ListedImport[];
  wrong?: string;
}

const COLUMNS = [
  { name: 'File' },
  { name: 'State' },
  { name: 'When' },
  { name: 'Created', number: true },
  { name: 'Changed', number: true },
  { name: 'Refused', number: true },
  { name: 'Points', number: true },
];

/** Customers from elsewhere: a file to bring, the files that wait, and the imports so far. */
export function ImportsScreen(props: ImportsProps) {
  const { frame, program, place, token, files, imports, wrong } = props;
  const zone = program.sites[0]!.time_zone;
  return (
    <Screen
      frame={frame}
      title="Import and export"
      about="Customers, their points and tiers, in csv."
      beside={
        <ButtonLink href={`${place}/imports/export`} icon="download">
          Export
        </ButtonLink>
      }
    >
      <Card title="Import customers" id="import">
        <form class="stack" method="post" enctype="multipart/form-data" action={`${place}/imports`}>
          <FormToken token={token} />
          <FileField
            name="file"
            label="A csv file"
            accept=".csv,.txt,text/csv"
            required
            help="Of another loyalty program or of your own, up to 32 MB. Nothing is imported yet: you say first what its columns are, and try it. The server keeps the file for a day."
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main" icon="up">
              Bring the file
            </Button>
          </div>
        </form>
      </Card>
      {files.length > 0 && (
        <Card title="Files of today" id="files" flush>
          <Table
            caption="Files of today"
            columns={[{ name: 'File' }, { name: 'Brought' }, { name: 'Columns', number: true }]}
            rows={files.map(({ id, name, created_at, layout }) => [
              <a href={`${place}/imports/files/${id}`}>{name}</a>,
              <Moment at={created_at} zone={zone} />,
              countText(layout.header.length),
            ])}
          />
        </Card>
      )}
      <Card title="Imports" id="imports" flush>
        {imports.length === 0 ? (
          <EmptyState icon="people" title="Nothing was imported yet">
            Each import stands here with what it did, and can be taken back.
          </EmptyState>
        ) : (
          <Table
            caption="Imports"
            columns={COLUMNS}
            rows={imports.map((one) => [
              <a href={`${place}/imports/${one.id}`}>{one.file_name}</a>,
              <ImportState of={one} />,
              <Moment at={one.started_at} zone={zone} />,
              countText(one.created),
              countText(one.changed),
              countText(one.refused),
              countText(one.points),
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

const STATES: Record<ListedImport['state'], [words: string, mood?: Mood]> = {
  running: ['running', 'accent'],
  done: ['done', 'good'],
  reverting: ['being taken back', 'accent'],
  reverted: ['taken back'],
};

export function ImportState({ of: { state, interrupted } }: { of: ListedImport }) {
  if (interrupted) return <Badge mood="warn">interrupted</Badge>;
  const [words, mood] = STATES[state];
  return <Badge {...(mood && { mood })}>{words}</Badge>;
}
