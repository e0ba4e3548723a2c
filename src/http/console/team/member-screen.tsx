import type { ComponentChildren } from 'preact';
import type { MemberSession } from '../../../domain/operations/manage-member-sessions.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { OneOf } from '../design/choice.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { MemberSessions } from './member-sessions.tsx';
import type { Member } from './read-team.ts';
import { roleOptions } from './role-words.ts';

interface MemberProps {
  frame: FrameView;
  place: string;
  program: Program;
  token: string;
  member: Member;
  /** Newest first; undefined: the operator may not see them. */
  sessions: MemberSession[] | undefined;
  /** In ms of the wall clock. */
  now: number;
  is_self: boolean;
  /** Whether the operator is an admin. An admin can still manage the team, so it may remove the last owner's role. */
  by_admin: boolean;
}

/** One member of a team: a change of the role, a new link, or the removal of the role. */
export function MemberScreen(props: MemberProps) {
  const { frame, place, program, token, member, sessions, now, is_self, by_admin } = props;
  const { id, name, email, role, by_groups, joined_at, is_last_owner } = member;
  const stays = is_last_owner && !by_admin;
  const { say } = frame.wording;
  const form = { action: `${place}/team/${id}`, token, is_last_owner };
  return (
    <Screen
      frame={frame}
      title={name}
      narrow
      back={{ href: `${place}/team`, words: say('screen_team') }}
      about={
        <span class="row">
          {email}
          <Badge {...(role === 'owner' && { mood: 'accent' })}>{say(`role_${role}`)}</Badge>
          {by_groups && <Badge>{say('team_by_group')}</Badge>}
          {joined_at === null && <Badge mood="warn">{say('team_not_joined')}</Badge>}
        </span>
      }
    >
      {by_groups && (
        <Notice mood="accent">
          {say('member_by_group')} {say(is_self ? 'member_by_group_self' : 'member_by_group_other')}
        </Notice>
      )}
      {is_self && !stays && <Notice mood="warn">{say('member_self')}</Notice>}
      {is_last_owner && (
        <Notice mood="warn">
          {say('member_last_owner')} {say(stays ? 'member_stays' : 'member_alone', { name })}
        </Notice>
      )}
      {stays && (
        <div class="row">
          <ButtonLink href={`${place}/team/invite`} kind="main" icon="plus">
            {say('member_invite_owner')}
          </ButtonLink>
        </div>
      )}
      {!stays && !(is_self && by_groups) && (
        <Card title={say('team_role')} id="role-card">
          <MemberForm {...form} deed="role" button={<Button kind="main">{say('member_change')}</Button>}>
            <OneOf
              name="role"
              legend={say('member_may', { name, program: program.name })}
              value={role}
              options={roleOptions(frame.wording)}
              help={say('member_may_about')}
            />
          </MemberForm>
        </Card>
      )}
      {joined_at === null && (
        <Card title={say('member_invitation')} id="invitation">
          <p>{say('member_invitation_about')}</p>
          <MemberForm {...form} deed="link" button={<Button icon="link">{say('member_new_link')}</Button>} />
        </Card>
      )}
      {joined_at !== null && (
        <MemberSessions
          {...{ frame, program, member, sessions, now, is_self, token }}
          action={`${place}/team/${id}`}
        />
      )}
      {!stays && (
        <Card title={say('member_away')} id="away">
          <p>{say('member_away_about', { email, program: program.name })}</p>
          <MemberForm
            {...form}
            deed="remove"
            button={<Button kind="danger">{say('member_take', { role: say(`role_${role}`), name })}</Button>}
          />
        </Card>
      )}
    </Screen>
  );
}

interface MemberFormProps {
  action: string;
  token: string;
  is_last_owner: boolean;
  deed: 'role' | 'link' | 'remove';
  button: ComponentChildren;
  children?: ComponentChildren;
}

/** `told` notes that the screen named the consequence for the team. */
function MemberForm({ action, token, is_last_owner, deed, button, children }: MemberFormProps) {
  return (
    <form class="stack" method="post" action={action}>
      <FormToken token={token} />
      <input type="hidden" name="deed" value={deed} />
      {is_last_owner && <input type="hidden" name="told" value="last_owner" />}
      {children}
      <div class="row">{button}</div>
    </form>
  );
}
