import type { ComponentChildren } from 'preact';
import type { FileSection } from '../../../program-file/draft-entries.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Field } from '../design/field.tsx';
import type { FrameView } from '../design/frame.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { DraftFrame } from './draft-frame.tsx';
import { EntryCards, titleOfKey } from './entry-card.tsx';
import { shapesOf } from './file-schema.ts';
import { fileTitle } from './file-words.ts';
import { absentKeys, hasOwnKeys, type PartName, schemaOfEntry } from './program-parts.ts';
import { ProgramTabs } from './program-tabs.tsx';
import type { ReadDraft } from './read-draft.ts';
import { type ShownProgram, shownSections, unitsOfShown } from './shown-program.ts';

interface DraftProps {
  frame: FrameView;
  path: string;
  read: ReadDraft;
  shown: ShownProgram;
  part: PartName;
  language: string;
  languages: readonly string[];
  done?: string | undefined;
  previews: boolean;
  /** The forms' token; absent: the operator may only read. */
  token?: string | undefined;
}

/** The entries of a draft, each with its form. */
export function DraftScreen(props: DraftProps) {
  const { frame, path, read, shown, part, language, languages, done, previews, token } = props;
  const edits = token !== undefined;
  return (
    <DraftFrame {...read} {...{ frame, path, done, previews }} at="forms">
      <ProgramTabs {...{ path, part, language, languages }} look="segments" />
      {shownSections(shown, part, language).map((section) => (
        <EntryCards
          {...section}
          units={unitsOfShown(shown)}
          language={language}
          changeAt={edits ? (of, key) => `${path}/${of}/${encodeURIComponent(key)}` : undefined}
          beside={edits && <AddEntry path={path} section={section.section} shown={shown} />}
        />
      ))}
      {edits && <EndDraft path={path} read={read} token={token} />}
    </DraftFrame>
  );
}

/** The link to the form of a new entry. If the section has kinds, the kind is chosen first. */
function AddEntry({ path, section, shown }: { path: string; section: FileSection; shown: ShownProgram }) {
  const wording = useWording();
  const { say } = wording;
  const [name, options] = choicesOf(wording, section, shown);
  if (options.length === 0) {
    if (!hasOwnKeys(section)) return null;
    return (
      <ButtonLink href={`${path}/add/${section}`} icon="plus">
        {say(`section_${section}_add`)}
      </ButtonLink>
    );
  }
  return (
    <form class="row add" method="get" action={`${path}/add/${section}`}>
      <label class="unseen" for={`add-${section}`}>
        {say('entry_which')}
      </label>
      <select id={`add-${section}`} name={name}>
        {options.map(([value, words]) => (
          <option value={value}>{words}</option>
        ))}
      </select>
      <Button icon="plus">{say(`section_${section}_add`)}</Button>
    </form>
  );
}

/** The kinds of a section, or the settings that the file does not have yet. */
function choicesOf(
  wording: ConsoleWording,
  section: FileSection,
  { values }: ShownProgram,
): [name: 'kind' | 'key', options: (readonly [string, string])[]] {
  if (hasOwnKeys(section)) {
    const schema = schemaOfEntry(section, '');
    return [
      'kind',
      schema ? shapesOf(schema).map(({ word }) => [word, fileTitle(wording, word)] as const) : [],
    ];
  }
  const names = absentKeys(values, section).map((key) => [key, titleOfKey(wording, section, key)] as const);
  return ['key', names];
}

function EndDraft({ path, read, token }: { path: string; read: ReadDraft; token: string }) {
  const { say } = useWording();
  const { draft } = read;
  const form = (children: ComponentChildren, look: string) => (
    <form class={look} method="post" action={path}>
      <FormToken token={token} />
      <input type="hidden" name="revision" value={String(draft.revision)} />
      {children}
    </form>
  );
  return (
    <Card title={say('draft_this')} id="this-draft">
      {form(
        <>
          <Field name="note" label={say('draft_for')} value={draft.note ?? ''} help={say('history_shows')} />
          <Button name="deed" value="note">
            {say('draft_save_note')}
          </Button>
        </>,
        'row filters',
      )}
      <div class="row">
        <Button opens="delete-draft" kind="bare">
          {say('draft_delete_ask')}
        </Button>
      </div>
      <Dialog id="delete-draft" title={say('draft_delete_title')}>
        <p>{say('draft_delete_about')}</p>
        {form(
          <>
            <Button kind="danger" name="deed" value="delete">
              {say('draft_delete', { id: draft.id })}
            </Button>
            <Button closes="delete-draft">{say('keep_it')}</Button>
          </>,
          'row',
        )}
      </Dialog>
    </Card>
  );
}
