import type { DraftSummary } from '../../../domain/programs/draft-store.ts';
import type { VersionSummary } from '../../../domain/programs/version-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import { EntryCards } from './entry-card.tsx';
import { languagesOf } from './languages.ts';
import type { PartName } from './program-parts.ts';
import { ProgramTabs } from './program-tabs.tsx';
import { type ShownProgram, shownSections, unitsOfShown } from './shown-program.ts';

interface ProgramProps {
  frame: FrameView;
  /** The path of the program's screens. */
  place: string;
  shown: Required<ShownProgram>;
  part: PartName;
  language: string;
  newest: VersionSummary;
  /** The drafts that are open, newest first. */
  drafts: readonly DraftSummary[];
  /** The token of the form that begins a draft; absent: the operator may not change the program. */
  token?: string | undefined;
}

/** The published program, in the words that customers read. */
export function ProgramScreen({ frame, place, shown, part, language, newest, drafts, token }: ProgramProps) {
  const { say, count } = frame.wording;
  const { program } = shown;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/program`;
  return (
    <Screen
      frame={frame}
      title={say('screen_program')}
      about={
        <span class="row">
          <a href={`${path}/versions/${newest.version}`}>
            {say('program_version', { version: newest.version })}
          </a>
          <span>
            <Moment at={newest.created_at} zone={zone} /> · <bdi>{newest.actor_name}</bdi>
          </span>
          {newest.follow_up_unfinished && <Badge mood="warn">{say('program_reaching')}</Badge>}
        </span>
      }
      beside={
        <div class="row">
          <ButtonLink href={`${path}/versions`} icon="clock">
            {say('program_history')}
          </ButtonLink>
          <ButtonLink href={`${path}/drafts`} icon="copy">
            {drafts.length > 0
              ? say('program_drafts_count', { count: count(drafts.length) })
              : say('program_drafts')}
          </ButtonLink>
          {token !== undefined && <BeginDraft path={path} token={token} drafts={drafts} />}
        </div>
      }
    >
      <ProgramTabs path={path} part={part} language={language} languages={languagesOf(program)} />
      {shownSections(shown, part, language).map((section) => (
        <EntryCards {...section} units={unitsOfShown(shown)} language={language} />
      ))}
    </Screen>
  );
}

/** Links to the open draft; if there is none, begins one. */
function BeginDraft({
  path,
  token,
  drafts,
}: {
  path: string;
  token: string;
  drafts: readonly DraftSummary[];
}) {
  const { say } = useWording();
  const [latest] = drafts;
  if (latest) {
    return (
      <ButtonLink kind="main" href={`${path}/drafts/${latest.id}`}>
        {say('program_go_on', { id: latest.id })}
      </ButtonLink>
    );
  }
  return (
    <form method="post" action={`${path}/drafts`}>
      <FormToken token={token} />
      <Button kind="main" icon="plus">
        {say('draft_begin')}
      </Button>
    </form>
  );
}
