import type { ComponentChildren } from 'preact';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import type { Member } from './read-team.ts';
import { ROLE_OPTIONS } from './role-words.ts';

interface MemberProps {
  frame: FrameView;
  place: string;
  program: Program;
  token: string;
  member: Member;
  is_self: boolean;
  /** An admin goes on managing the team, so it may take the last owner's role. */
  by_admin: boolean;
}

/** One of a team: another role, another link, or no role any more. */
export function MemberScreen({ frame, place, program, token, member, is_self, by_admin }: MemberProps) {
  const { id, name, email, role, by_groups, joined_at, is_last_owner } = member;
  const stays = is_last_owner && !by_admin;
  const form = { action: `${place}/team/${id}`, token, is_last_owner };
  return (
    <Screen
      frame={frame}
      title={name}
      about={
        <span class="row">
          {email}
          <Badge {...(role === 'owner' && { mood: 'accent' })}>{role}</Badge>
          {by_groups && <Badge>by a group</Badge>}
          {joined_at === null && <Badge mood="warn">not joined yet</Badge>}
        </span>
      }
      beside={<ButtonLink href={`${place}/team`}>To the team</ButtonLink>}
    >
      {by_groups && (
        <Notice mood="accent">
          A group of the identity provider gives this role, and takes it away at a sign-in without the group.{' '}
          {is_self
            ? 'Somebody else has to give it to you by hand, if you are to keep it.'
            : 'A role that you give here stays, whatever the groups say. A role that you take comes back at the next sign-in there.'}
        </Notice>
      )}
      {is_self && !stays && (
        <Notice mood="warn">
          This is you. A change of your own role signs you out, and you cannot undo it.
        </Notice>
      )}
      {is_last_owner && (
        <Notice mood="warn">
          Nobody else is an owner here.{' '}
          {stays
            ? `${name} stays one until somebody else has joined as owner.`
            : `With another role for ${name}, or none, only an admin of the server manages this team.`}
        </Notice>
      )}
      {stays && (
        <div class="row">
          <ButtonLink href={`${place}/team/invite`} kind="main" icon="plus">
            Invite an owner
          </ButtonLink>
        </div>
      )}
      {!stays && !(is_self && by_groups) && (
        <Card title="Role" id="role-card">
          <MemberForm {...form} deed="role" button={<Button kind="main">Change the role</Button>}>
            <Field
              name="role"
              label={`What ${name} may do in ${program.name}`}
              value={role}
              options={ROLE_OPTIONS}
              help="A change ends every session of this person."
            />
          </MemberForm>
        </Card>
      )}
      {joined_at === null && (
        <Card title="Invitation" id="invitation">
          <p>A new link ends the one before.</p>
          <MemberForm {...form} deed="link" button={<Button icon="link">Make a new link</Button>} />
        </Card>
      )}
      {!stays && (
        <Card title="No role any more" id="away">
          <p>
            {email} can then open nothing of {program.name}, from the next click on. Roles in other programs
            stay.
          </p>
          <MemberForm
            {...form}
            deed="remove"
            button={
              <Button kind="danger">
                Take the role {role} from {name}
              </Button>
            }
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

/** `told` says that the screen named what follows for the team. */
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
