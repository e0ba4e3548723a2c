import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import type { Member } from './read-team.ts';

interface TeamProps {
  frame: FrameView;
  program: Program;
  place: string;
  team: readonly Member[];
}

const COLUMNS = ['audit_who', 'team_role', 'team_joined', 'team_sessions', 'team_last_seen'] as const;

/** The people of a program and their roles. */
export function TeamScreen({ frame, program, place, team }: TeamProps) {
  const { say, date, count } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const invite = (
    <ButtonLink href={`${place}/team/invite`} kind="main" icon="plus">
      {say('team_invite')}
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title={say('screen_team')}
      about={say('team_about')}
      beside={team.length > 0 && invite}
    >
      <Card flush>
        {team.length === 0 ? (
          <EmptyState icon="people" title={say('team_nobody')} action={invite}>
            {say('team_nobody_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('screen_team')}
            stacks
            columns={COLUMNS.map((name) => ({ name: say(name) }))}
            rows={team.map(
              ({ id, name, email, role, by_groups, created_at, joined_at, seen_at, ...open }) => [
                <span class="who-cell">
                  <a href={`${place}/team/${id}`}>{name}</a>
                  {email !== name && (
                    <span class="muted small">
                      <Breaks of={email} />
                    </span>
                  )}
                </span>,
                <span class="row">
                  <Badge {...(role === 'owner' && { mood: 'accent' })}>{say(`role_${role}`)}</Badge>
                  {by_groups && <Badge>{say('team_by_group')}</Badge>}
                </span>,
                joined_at === null ? (
                  <Badge mood="warn">{say('team_invited', { day: date(created_at, zone) })}</Badge>
                ) : (
                  date(joined_at, zone)
                ),
                open.sessions === null && open.signed_in ? (
                  <Badge>{say('team_signed_in')}</Badge>
                ) : open.sessions ? (
                  count(open.sessions)
                ) : null,
                seen_at === null ? null : <Moment at={seen_at} zone={zone} />,
              ],
            )}
          />
        )}
      </Card>
    </Screen>
  );
}
