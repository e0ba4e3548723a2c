import { withStandIns } from '../../../program-file/stand-ins.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import type { FrameView } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';
import { ComplaintList } from './complaint-list.tsx';
import { DraftFrame } from './draft-frame.tsx';
import type { ReadDraft } from './read-draft.ts';
import { complaintOf } from './refused-change.ts';

interface FileProps {
  frame: FrameView;
  path: string;
  read: ReadDraft;
  done?: string | undefined;
  previews: boolean;
  /** The form's token; absent: the operator may only read. */
  token?: string | undefined;
  /** The name of the editor's script; absent: there is none, and the text field is used. */
  editor?: string | undefined;
}

/** The whole file of a draft, with its mistakes. */
export function FileScreen({ frame, path, read, done, previews, token, editor }: FileProps) {
  const { say } = frame.wording;
  const { draft, state } = read;
  const file = `${path}/file`;
  const server = frame.base.replace(/\/console$/, '');
  return (
    <DraftFrame {...read} {...{ frame, path, done, previews }} at="file">
      <ComplaintList
        complaints={state.mistakes.map((mistake) => complaintOf(mistake, draft.file))}
        file={file}
      />
      <Card>
        {token !== undefined && <Kept />}
        <form class="stack" method="post" action={file} data-kept="file base revision">
          {token !== undefined && (
            <>
              <FormToken token={token} />
              <input type="hidden" name="revision" value={String(draft.revision)} />
              <input type="hidden" name="base" value={withStandIns(draft.file)} />
            </>
          )}
          <div class="editor">
            <label for="file" class="legend">
              {say('file_label')}
            </label>
            <textarea
              id="file"
              name="file"
              rows={32}
              value={draft.file}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              wrap="off"
              dir="ltr"
              readOnly={token === undefined}
              data-editor={`${path}/check`}
              data-schema={token === undefined ? undefined : path.replace(/drafts\/\d+$/, 'file.schema.json')}
            />
          </div>
          {token !== undefined && (
            <div class="row">
              <Button kind="main">{say('file_save')}</Button>
              <ButtonLink href={`${path}/plan`}>{say('file_see')}</ButtonLink>
              <span class="muted small">
                {say('file_mistakes')}{' '}
                <a href={`${server}/docs/program-file`} hreflang="en">
                  {say('file_docs')}
                </a>
              </span>
            </div>
          )}
        </form>
      </Card>
      {editor && <script type="module" src={`${frame.base}/assets/${editor}`} />}
    </DraftFrame>
  );
}

/**
 * Shown if a sent text did not arrive, for example after the end of a session: the script keeps the text in this tab.
 */
function Kept() {
  const { say } = useWording();
  return (
    <div data-kept-told role="status" hidden>
      <Notice
        mood="warn"
        beside={
          <button type="button" class="button low" data-kept-leave>
            {say('leave_it')}
          </button>
        }
      >
        {say('file_kept')}
      </Notice>
    </div>
  );
}
