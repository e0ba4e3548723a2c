import type { Invited } from '../../../domain/operations/invite-operator.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
import { ROLE_OPTIONS } from './role-words.ts';

export interface InviteForm {
  email: string;
  role: string;
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, string>>;
}

interface InviteProps {
  frame: FrameView;
  place: string;
  token: string;
  form: InviteForm;
}

export function InviteScreen({ frame, place, token, form: { email, role, wrong } }: InviteProps) {
  return (
    <Screen frame={frame} title="Invite somebody" about="You get a link, and pass it on yourself.">
      <Card>
        <form class="stack" method="post" action={`${place}/team/invite`}>
          <FormToken token={token} />
          <Field
            name="email"
            label="Email"
            type="email"
            autocomplete="off"
            required
            value={email}
            {...(wrong.email && { wrong: wrong.email })}
          />
          <Field
            name="role"
            label="Role"
            value={role}
            options={ROLE_OPTIONS}
            {...(wrong.role && { wrong: wrong.role })}
          />
          <div class="row">
            <Button kind="main">Invite</Button>
            <ButtonLink href={`${place}/team`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}

interface InvitedProps {
  frame: FrameView;
  place: string;
  program: Program;
  email: string;
  role: Role;
  invited: Invited;
  /** Whether the role stood before, and only the link was asked for. */
  renewed?: boolean;
}

/** The only place of the console where a link is shown. */
export function InvitedScreen(props: InvitedProps) {
  const { frame, place, program, email, role, invited, renewed = false } = props;
  const { link, joined } = invited;
  const back = (
    <div class="row">
      <ButtonLink href={`${place}/team`}>To the team</ButtonLink>
    </div>
  );
  if (!link) {
    const comes = joined ? 'signs in as before' : 'joins by a link that an admin of the server makes';
    return (
      <Screen frame={frame} title={renewed ? 'There is no new link' : 'The role is given'}>
        <Card>
          <p>
            <strong>{email}</strong> has the role {role} in {program.name}, and {comes}.
          </p>
          {back}
        </Card>
      </Screen>
    );
  }
  return (
    <Screen frame={frame} title="Pass this link on" about={`${email} · ${role}`}>
      <Card>
        <p>
          The link is shown now and never again. Whoever has it joins as <strong>{email}</strong>: pass it on
          as a secret. The server sends no mail.
        </p>
        <p>
          <span class="secret">{link.address}</span>
          <CopyButton text={link.address} label="Copy the link" />
        </p>
        <p class="muted">
          It works once, until {momentText(link.expires_at, program.sites[0]!.time_zone)}. Links before it
          have ended.
        </p>
        {back}
      </Card>
    </Screen>
  );
}
