import type { VersionSummary } from '../../../domain/programs/version-store.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Timeline, type TimelineEntry } from '../design/timeline.tsx';
import type { ConsoleWording } from '../language/wording.ts';

interface HistoryProps {
  frame: FrameView;
  path: string;
  zone: string;
  versions: readonly VersionSummary[];
  newest: number;
  /** The address of older versions; absent: there are none. */
  older?: string | undefined;
}

/** The versions of a program, each with its author, its moment and its reason. */
export function HistoryScreen({ frame, path, zone, versions, newest, older }: HistoryProps) {
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('program_history')}
      back={{ href: path, words: say('screen_program') }}
      about={say('history_about', { zone })}
    >
      <Card>
        <Timeline entries={versions.map((version) => entryOf(frame.wording, version, path, zone, newest))} />
        {older && (
          <div class="row">
            <ButtonLink href={older}>{say('older')}</ButtonLink>
          </div>
        )}
      </Card>
    </Screen>
  );
}

function entryOf(
  wording: ConsoleWording,
  version: VersionSummary,
  path: string,
  zone: string,
  newest: number,
): TimelineEntry {
  const { say } = wording;
  const { version: number, created_at } = version;
  const live = number === newest;
  return {
    icon: version.rollback_of === null ? 'spark' : 'clock',
    ...(live && { mood: 'accent' }),
    title: (
      <span class="row">
        <a href={`${path}/versions/${number}`}>{say('program_version', { version: number })}</a>
        {live && <Badge mood="accent">{say('history_live')}</Badge>}
        {version.follow_up_unfinished && <Badge mood="warn">{say('program_reaching')}</Badge>}
      </span>
    ),
    why: reasonOf(wording, version),
    at: (
      <>
        <Moment at={created_at} zone={zone} /> · <bdi>{version.actor_name}</bdi>
      </>
    ),
  };
}

/** The reason of a version. */
export function reasonOf(
  { say }: ConsoleWording,
  { note, rollback_of, reconstructed }: VersionSummary,
): string | undefined {
  const parts = [
    rollback_of === null ? null : say('history_again', { version: rollback_of }),
    reconstructed ? say('history_found') : null,
    note,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
