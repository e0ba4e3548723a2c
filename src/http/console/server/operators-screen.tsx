import type { Page } from '../../../domain/core/pagination.ts';
import type { OperatorRecord } from '../../../domain/operators/operator-store.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { ProgramName } from '../../../domain/programs/store.ts';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';

/** The most roles that are shown: an operator may have a role in thousands of programs. */
const MOST_ROLES = 5;

interface FirstRoles {
  first: readonly { program_id: number; role: Role }[];
  /** The number of further roles. */
  more: number;
}

/** An operator of the server, with its open sessions. */
export type ServerOperator = Omit<OperatorRecord, 'roles'> & { roles: FirstRoles; sessions: number };

/** The shown roles of an operator: those in the oldest programs. */
export function firstRoles({ roles }: Pick<OperatorRecord, 'roles'>): FirstRoles {
  const all = Object.entries(roles).map(([id, role]) => ({ program_id: Number(id), role }));
  return { first: all.slice(0, MOST_ROLES), more: Math.max(0, all.length - MOST_ROLES) };
}

interface OperatorsProps {
  frame: FrameView;
  zone: string;
  /** The address of the screen of the server. */
  path: string;
  /** In the order of emails, revoked ones last. */
  page: Page<ServerOperator>;
  /** The programs of the shown roles, by id. */
  programs: ReadonlyMap<number, ProgramName>;
}

const COLUMNS = ['audit_who', 'server_roles', 'team_joined', 'team_sessions', 'team_last_seen'] as const;

/** Everybody who has, or had, rights on the server. */
export function OperatorsScreen({ frame, zone, path, page, programs }: OperatorsProps) {
  const { say, count } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('server_operators')}
      back={{ href: path, words: say('screen_server') }}
      about={say('server_operators_about')}
    >
      <Card flush>
        <Table
          caption={say('server_operators')}
          stacks
          columns={COLUMNS.map((name) => ({ name: say(name) }))}
          rows={page.rows.map((operator) => [
            <span class="who-cell">
              <bdi>{operator.name}</bdi>
              {operator.email !== operator.name && (
                <span class="muted small">
                  <Breaks of={operator.email} />
                </span>
              )}
            </span>,
            <Roles {...{ operator, programs }} base={frame.base} />,
            <JoinedAt {...{ operator, zone }} />,
            operator.sessions > 0 ? count(operator.sessions) : null,
            operator.seen_at === null ? null : <Moment at={operator.seen_at} zone={zone} />,
          ])}
        />
      </Card>
      <Pages path={`${path}/operators`} query={{}} page={page} by="name" />
    </Screen>
  );
}

interface RolesProps {
  operator: ServerOperator;
  programs: ReadonlyMap<number, ProgramName>;
  base: string;
}

/** Each role links to the person's screen in that program. */
function Roles({ operator: { id, is_admin, roles }, programs, base }: RolesProps) {
  const { say } = useWording();
  if (!is_admin && roles.first.length === 0) return null;
  return (
    <span class="row tight">
      {is_admin && <Badge mood="accent">{say('server_operator_admin')}</Badge>}
      {roles.first.map(({ program_id, role }) => {
        const program = programs.get(program_id)!;
        return (
          <a href={`${base}/p/${encodeURIComponent(program.key)}/team/${id}`}>
            <bdi>{program.name}</bdi>: {say(`role_${role}`)}
          </a>
        );
      })}
      {roles.more > 0 && <span class="muted small">{say('and_more', { count: roles.more })}</span>}
    </span>
  );
}

function JoinedAt({ operator, zone }: { operator: ServerOperator; zone: string }) {
  const { say, date } = useWording();
  const { disabled_at, joined_at, created_at } = operator;
  if (disabled_at !== null)
    return <Badge>{say('server_operator_away', { day: date(disabled_at, zone) })}</Badge>;
  if (joined_at === null)
    return <Badge mood="warn">{say('team_invited', { day: date(created_at, zone) })}</Badge>;
  return <>{date(joined_at, zone)}</>;
}
