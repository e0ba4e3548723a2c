import type { DraftSummary } from '../../../domain/programs/draft-store.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { writersText } from './draft-frame.tsx';

interface DraftsProps {
  frame: FrameView;
  /** The path of the program. */
  path: string;
  zone: string;
  drafts: readonly DraftSummary[];
  published: readonly DraftSummary[];
  /** The token of the form that begins a draft; absent: the operator may not. */
  token?: string | undefined;
}

const COLUMNS = [{ name: 'Draft' }, { name: 'Begun on' }, { name: 'Written by' }, { name: 'Last saved' }];
const OF_PUBLISHED = [{ name: 'Draft' }, { name: 'Became' }, { name: 'Written by' }, { name: 'Last saved' }];

/** The changes that are being written, and those that were published. */
export function DraftsScreen({ frame, path, zone, drafts, published, token }: DraftsProps) {
  return (
    <Screen
      frame={frame}
      title="Drafts"
      about="A draft changes nothing until it is published."
      beside={<ButtonLink href={path}>To the program</ButtonLink>}
    >
      <Card flush>
        {drafts.length === 0 ? (
          <EmptyState icon="copy" title="No draft is open">
            Changes of the program are written in a draft, looked at, and then published.
          </EmptyState>
        ) : (
          <Table
            caption="Open drafts"
            columns={COLUMNS}
            rows={drafts.map((draft) => [
              <a href={`${path}/drafts/${draft.id}`}>{nameOf(draft)}</a>,
              `Version ${draft.base_version}`,
              writersText(draft),
              <Moment at={draft.updated_at} zone={zone} />,
            ])}
          />
        )}
      </Card>
      {token !== undefined && (
        <Card title="Begin a draft" id="begin">
          <form class="row filters" method="post" action={`${path}/drafts`}>
            <FormToken token={token} />
            <Field name="note" label="What it is for" help="For example: Spring. The history shows it." />
            <Button kind="main" icon="plus">
              Begin a draft
            </Button>
          </form>
        </Card>
      )}
      {published.length > 0 && (
        <Card title="Published" id="published" flush>
          <Table
            caption="Published drafts"
            columns={OF_PUBLISHED}
            rows={published.map((draft) => [
              nameOf(draft),
              <a href={`${path}/versions/${draft.published_version}`}>Version {draft.published_version}</a>,
              writersText(draft),
              <Moment at={draft.updated_at} zone={zone} />,
            ])}
          />
        </Card>
      )}
    </Screen>
  );
}

function nameOf({ id, note }: DraftSummary): string {
  return note ?? `Draft ${id}`;
}
