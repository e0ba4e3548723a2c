import type { ComponentChildren } from 'preact';
import type { Draft } from '../../../domain/programs/draft-store.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { ReadDraft } from './read-draft.ts';

/** The screens of a draft. */
const DRAFT_TABS = {
  forms: ['Forms', ''],
  file: ['File', '/file'],
  plan: ['Plan and publish', '/plan'],
  preview: ['Preview', '/preview'],
} as const;

/** The outcomes of forms, as the screen after them says. */
const DONE_WORDS = {
  begun: 'A draft was begun. Nothing changes for customers until it is published.',
  saved: 'Saved.',
  both: 'Saved. Somebody else had changed other places: both changes are in the draft.',
  theirs: 'The draft is as somebody else saved it.',
  removed: 'Removed from the draft.',
  merged: 'The draft stands on the newest version now.',
} as const;
export type Done = keyof typeof DONE_WORDS;

interface DraftFrameProps extends ReadDraft {
  frame: FrameView;
  /** The address of the draft. */
  path: string;
  at: keyof typeof DRAFT_TABS;
  /** The word of the last form's outcome. */
  done?: string | undefined;
  /** Without a customer nothing is previewed. */
  previews: boolean;
  children: ComponentChildren;
}

/** Around every screen of a draft: what it is, its screens, and what keeps it from being published. */
export function DraftFrame({ frame, path, at, done, previews, draft, state, children }: DraftFrameProps) {
  const { conflicts, mistakes } = state;
  return (
    <Screen
      frame={frame}
      title={draft.note ?? `Draft ${draft.id}`}
      about={
        <span class="row">
          <Badge mood="warn">draft</Badge>
          <span>
            Begun on version {draft.base_version}, written by {writersText(draft)}
          </span>
        </span>
      }
      beside={<ButtonLink href={path.replace(/\/\d+$/, '')}>All drafts</ButtonLink>}
    >
      <Tabs
        label="The draft"
        tabs={Object.entries(DRAFT_TABS)
          .filter(([name]) => previews || name !== 'preview')
          .map(([name, [words, below]]) => ({ name: words, href: path + below, current: name === at }))}
      />
      {mistakes.length > 0 && at !== 'file' && (
        <Notice mood="bad" beside={<a href={`${path}/file`}>To the file</a>}>
          The file has {mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}. It cannot be
          published before {mistakes.length === 1 ? 'it is' : 'they are'} mended.
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice mood="warn" beside={<a href={`${path}/merge`}>Decide</a>}>
          Since the draft was begun, version {state.version} changed{' '}
          {conflicts.length === 1 ? 'a place' : `${conflicts.length} places`} that the draft changes too.
        </Notice>
      )}
      {children}
      {isDone(done) && (
        <Notice mood="good" toast>
          {DONE_WORDS[done]}
        </Notice>
      )}
    </Screen>
  );
}

function isDone(word: string | undefined): word is Done {
  return word !== undefined && Object.hasOwn(DONE_WORDS, word);
}

export function writersText({ writers }: Pick<Draft, 'writers'>): string {
  return writers.map(({ name }) => name).join(', ');
}
