import type { DraftSummary } from '../../../domain/programs/draft-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { writersText } from './draft-frame.tsx';

interface DraftsProps {
  frame: FrameView;
  /** The path of the program. */
  path: string;
  zone: string;
  drafts: readonly DraftSummary[];
  published: readonly DraftSummary[];
  /** The token of the form that begins a draft; absent: the operator may not begin one. */
  token?: string | undefined;
}

/** The open drafts, and the published ones. */
export function DraftsScreen({ frame, path, zone, drafts, published, token }: DraftsProps) {
  const { say } = frame.wording;
  const columnsOf = (version: ConsoleMessage) =>
    (['draft', version, 'drafts_written_by', 'drafts_saved'] as const).map((name) => ({ name: say(name) }));
  const versionText = (version: number) => say('program_version', { version });
  const nameOf = ({ id, note }: DraftSummary) => note ?? say('draft_number', { id });
  return (
    <Screen
      frame={frame}
      title={say('program_drafts')}
      back={{ href: path, words: say('screen_program') }}
      about={say('drafts_about')}
    >
      <Card flush>
        {drafts.length === 0 ? (
          <EmptyState icon="copy" title={say('drafts_none')}>
            {say('drafts_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('drafts_open')}
            stacks
            columns={columnsOf('drafts_begun_on')}
            rows={drafts.map((draft) => [
              <a href={`${path}/drafts/${draft.id}`}>{nameOf(draft)}</a>,
              versionText(draft.base_version),
              writersText(draft),
              <Moment at={draft.updated_at} zone={zone} />,
            ])}
          />
        )}
      </Card>
      {token !== undefined && (
        <Card title={say('draft_begin')} id="begin">
          <form class="stack" method="post" action={`${path}/drafts`}>
            <FormToken token={token} />
            <Field name="note" label={say('draft_for')} help={say('draft_for_example')} />
            <div class="row">
              <Button kind="main" icon="plus">
                {say('draft_begin')}
              </Button>
            </div>
          </form>
        </Card>
      )}
      {published.length > 0 && (
        <Card title={say('drafts_published')} id="published" flush>
          <Table
            caption={say('drafts_published')}
            stacks
            columns={columnsOf('drafts_became')}
            rows={published.map((draft) => [
              nameOf(draft),
              <a href={`${path}/versions/${draft.published_version}`}>
                {versionText(draft.published_version!)}
              </a>,
              writersText(draft),
              <Moment at={draft.updated_at} zone={zone} />,
            ])}
          />
        </Card>
      )}
    </Screen>
  );
}
