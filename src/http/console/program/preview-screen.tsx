import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import type { FrameView } from '../design/frame.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import { withQuery } from '../place.ts';
import { DraftFrame } from './draft-frame.tsx';
import { languageName } from './languages.ts';
import type { ReadDraft } from './read-draft.ts';

/** The loyalty page that the operator wants to see. */
export interface PreviewChoice {
  /** The customer's id in the store; empty: a visitor who has not joined. */
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
  /** Whether the program has no such customer. */
  is_nobody: boolean;
}

/** The loyalty page after the draft's publication. */
export function PreviewScreen({ frame, path, read, choice, languages, is_nobody }: PreviewProps) {
  const { wording } = frame;
  const { say } = wording;
  const { customer, language, device } = choice;
  const here = `${path}/preview`;
  const missing = missingOf(wording, read, is_nobody);
  const query = { ...(customer && { customer }), language };
  return (
    <DraftFrame {...read} {...{ frame, path }} previews at="preview">
      <div class="row apart">
        <form class="row filters" method="get" action={here}>
          <Field
            name="customer"
            label={say('preview_as')}
            value={customer}
            {...(is_nobody && { wrong: say('preview_nobody') })}
          />
          <Field
            name="language"
            label={say('preview_in')}
            value={language}
            options={languages.map((tag) => [tag, languageName(wording, tag)] as const)}
          />
          <input type="hidden" name="device" value={device} />
          <Button>{say('preview_show')}</Button>
        </form>
        <Tabs
          label={say('preview_device')}
          look="segments"
          tabs={(['phone', 'desktop'] as const).map((one) => ({
            name: say(`preview_${one}`),
            href: withQuery(here, { ...query, device: one }),
            current: one === device,
          }))}
        />
      </div>
      {missing ? (
        <Card>
          <EmptyState icon="people" title={say('preview_nothing')}>
            {missing}
          </EmptyState>
        </Card>
      ) : (
        <>
          <iframe
            class={`previewed ${device}`}
            title={say('preview_page')}
            src={withQuery(`${path}/page`, query)}
            sandbox="allow-same-origin"
          />
          <p class="muted small">{say('preview_about')}</p>
        </>
      )}
    </DraftFrame>
  );
}

/** The reason why there is no page to show. */
function missingOf({ say }: ConsoleWording, { state }: ReadDraft, isNobody: boolean): string | undefined {
  if (isNobody) return say('preview_choose');
  if (state.conflicts.length > 0) return say('preview_decide');
  return state.merged?.definition ? undefined : say('preview_mistakes');
}
