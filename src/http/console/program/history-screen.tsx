import type { VersionSummary } from '../../../domain/programs/version-store.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Timeline, type TimelineEntry } from '../design/timeline.tsx';

interface HistoryProps {
  frame: FrameView;
  path: string;
  zone: string;
  versions: readonly VersionSummary[];
  newest: number;
  /** The address of older versions; absent: there are none. */
  older?: string | undefined;
}

/** The versions of a program: who changed it, when and why. */
export function HistoryScreen({ frame, path, zone, versions, newest, older }: HistoryProps) {
  return (
    <Screen
      frame={frame}
      title="History"
      about={`Who changed the program, newest first · ${zone}`}
      beside={<ButtonLink href={path}>To the program</ButtonLink>}
    >
      <Card>
        <Timeline entries={versions.map((version) => entryOf(version, path, zone, newest))} />
        {older && (
          <div class="row">
            <ButtonLink href={older}>Older</ButtonLink>
          </div>
        )}
      </Card>
    </Screen>
  );
}

function entryOf(version: VersionSummary, path: string, zone: string, newest: number): TimelineEntry {
  const { version: number, created_at } = version;
  const live = number === newest;
  return {
    icon: version.rollback_of === null ? 'spark' : 'clock',
    ...(live && { mood: 'accent' }),
    title: (
      <span class="row">
        <a href={`${path}/versions/${number}`}>Version {number}</a>
        {live && <Badge mood="accent">live</Badge>}
        {version.follow_up_unfinished && <Badge mood="warn">still reaching customers</Badge>}
      </span>
    ),
    why: reasonOf(version),
    at: (
      <>
        <Moment at={created_at} zone={zone} /> · {version.actor_name}
      </>
    ),
  };
}

/** Why a version was made. */
export function reasonOf({ note, rollback_of, reconstructed }: VersionSummary): string | undefined {
  const parts = [
    rollback_of === null ? null : `Version ${rollback_of} again`,
    reconstructed ? 'As found when versions began to be kept' : null,
    note,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
