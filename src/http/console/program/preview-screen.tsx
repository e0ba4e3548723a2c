import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import type { FrameView } from '../design/frame.tsx';
import { Tabs } from '../design/tabs.tsx';
import { withQuery } from '../place.ts';
import { DraftFrame } from './draft-frame.tsx';
import { languageName } from './languages.ts';
import type { ReadDraft } from './read-draft.ts';

/** The loyalty page that somebody wants to see. */
export interface PreviewChoice {
  /** The customer's id in the store; empty: somebody who has not joined. */
  customer: string;
  language: string;
  device: 'phone' | 'desktop';
}

interface PreviewProps {
  frame: FrameView;
  path: string;
  read: ReadDraft;
  choice: PreviewChoice;
  languages: readonly string[];
  /** The program has no such customer. */
  is_nobody: boolean;
}

/** The loyalty page as the draft would make it. */
export function PreviewScreen({ frame, path, read, choice, languages, is_nobody }: PreviewProps) {
  const { customer, language, device } = choice;
  const here = `${path}/preview`;
  const missing = missingOf(read, is_nobody);
  const query = { ...(customer && { customer }), language };
  return (
    <DraftFrame {...read} {...{ frame, path }} previews at="preview">
      <div class="row apart">
        <form class="row filters" method="get" action={here}>
          <Field
            name="customer"
            label="As the customer of this id"
            value={customer}
            {...(is_nobody && { wrong: 'There is no such customer.' })}
          />
          <Field
            name="language"
            label="In"
            value={language}
            options={languages.map((tag) => [tag, languageName(tag)] as const)}
          />
          <input type="hidden" name="device" value={device} />
          <Button>Show</Button>
        </form>
        <Tabs
          label="Device"
          look="segments"
          tabs={(['phone', 'desktop'] as const).map((one) => ({
            name: one === 'phone' ? 'Phone' : 'Desktop',
            href: withQuery(here, { ...query, device: one }),
            current: one === device,
          }))}
        />
      </div>
      {missing ? (
        <Card>
          <EmptyState icon="people" title="Nothing to see yet">
            {missing}
          </EmptyState>
        </Card>
      ) : (
        <>
          <iframe
            class={`previewed ${device}`}
            title="The loyalty page"
            src={withQuery(`${path}/page`, query)}
            sandbox="allow-same-origin"
          />
          <p class="muted small">
            With the customer’s own points and the draft’s program. Nothing can be done on it, and codes are
            hidden.
          </p>
        </>
      )}
    </DraftFrame>
  );
}

/** The reason why there is no page to see. */
function missingOf({ state }: ReadDraft, isNobody: boolean): string | undefined {
  if (isNobody) return 'Choose another customer.';
  if (state.conflicts.length > 0) return 'Decide what the program changed too first.';
  return state.merged?.definition ? undefined : 'The page is shown once the file has no mistakes.';
}
