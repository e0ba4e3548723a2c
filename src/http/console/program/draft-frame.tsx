import type { ComponentChildren } from 'preact';
import type { Draft } from '../../../domain/programs/draft-store.ts';
import { Badge } from '../design/badge.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { ReadDraft } from './read-draft.ts';

/** The screens of a draft. Their titles are the messages `draft_…`. */
const DRAFT_TABS = {
  forms: '',
  file: '/file',
  plan: '/plan',
  preview: '/preview',
} as const;
const TAB_NAMES = Object.keys(DRAFT_TABS) as (keyof typeof DRAFT_TABS)[];

/** The results of forms that the next screen reports. */
const DONE = ['begun', 'saved', 'both', 'theirs', 'removed', 'merged'] as const;
export type Done = (typeof DONE)[number];

interface DraftFrameProps extends ReadDraft {
  frame: FrameView;
  /** The address of the draft. */
  path: string;
  at: keyof typeof DRAFT_TABS;
  /** The result of the last form. */
  done?: string | undefined;
  /** Whether the operator may see previews, which show customers. */
  previews: boolean;
  children: ComponentChildren;
}

/** The frame of every screen of a draft: its name, its screens, and the obstacles to its publication. */
export function DraftFrame({ frame, path, at, done, previews, draft, state, children }: DraftFrameProps) {
  const { say } = frame.wording;
  const { conflicts, mistakes } = state;
  return (
    <Screen
      frame={frame}
      title={draft.note ?? say('draft_number', { id: draft.id })}
      back={{ href: path.replace(/\/\d+$/, ''), words: say('program_drafts') }}
      about={
        <span class="row">
          <Badge mood="warn">{say('draft_badge')}</Badge>
          <span>{say('draft_about', { version: draft.base_version, writers: writersText(draft) })}</span>
        </span>
      }
    >
      <Tabs
        label={say('draft_tabs')}
        tabs={TAB_NAMES.filter((name) => previews || name !== 'preview').map((name) => ({
          name: say(`draft_${name}`),
          href: path + DRAFT_TABS[name],
          current: name === at,
        }))}
      />
      {mistakes.length > 0 && at !== 'file' && (
        <Notice mood="bad" beside={<a href={`${path}/file`}>{say('draft_to_file')}</a>}>
          {say('draft_mistakes', { count: mistakes.length })}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice mood="warn" beside={<a href={`${path}/merge`}>{say('draft_decide')}</a>}>
          {say('draft_moved', { count: conflicts.length, version: state.version })}
        </Notice>
      )}
      {children}
      {isDone(done) && (
        <Notice mood="good" toast>
          {say(`draft_done_${done}`)}
        </Notice>
      )}
    </Screen>
  );
}

function isDone(word: string | undefined): word is Done {
  return DONE.some((one) => one === word);
}

export function writersText({ writers }: Pick<Draft, 'writers'>): string {
  return writers.map(({ name }) => name).join(', ');
}
