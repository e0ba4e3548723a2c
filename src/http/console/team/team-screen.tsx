import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import type { Member } from './read-team.ts';

interface TeamProps {
  frame: FrameView;
  program: Program;
  place: string;
  team: readonly Member[];
}

const COLUMNS = [{ name: 'Who' }, { name: 'Role' }, { name: 'Joined' }, { name: 'Last seen' }];

/** Who may do what in a program. */
export function TeamScreen({ frame, program, place, team }: TeamProps) {
  const zone = program.sites[0]!.time_zone;
  const invite = (
    <ButtonLink href={`${place}/team/invite`} kind="main" icon="plus">
      Invite
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title="Team"
      about="Admins of the server may do everything too, and stand here only with a role of their own."
      beside={team.length > 0 && invite}
    >
      <Card flush>
        {team.length === 0 ? (
          <EmptyState icon="people" title="Nobody has a role here" action={invite}>
            Give colleagues a role, and each sees what the role allows.
          </EmptyState>
        ) : (
          <Table
            caption="Team"
            columns={COLUMNS}
            rows={team.map(({ id, name, email, role, by_groups, created_at, joined_at, seen_at }) => [
              <span class="who-cell">
                <a href={`${place}/team/${id}`}>{name}</a>
                {email !== name && <span class="muted small">{email}</span>}
              </span>,
              <span class="row">
                <Badge {...(role === 'owner' && { mood: 'accent' })}>{role}</Badge>
                {by_groups && <Badge>by a group</Badge>}
              </span>,
              joined_at === null ? (
                <Badge mood="warn">invited {dayOf(created_at, zone)}</Badge>
              ) : (
                dayOf(joined_at, zone)
              ),
              seen_at === null ? null : <Moment at={seen_at} zone={zone} />,
            ])}
          />
        )}
      </Card>
    </Screen>
  );
}

function dayOf(ms: number, zone: string): string {
  return momentText(ms, zone).split(',')[0]!;
}
