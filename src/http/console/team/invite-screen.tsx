import type { Invited } from '../../../domain/operations/invite-operator.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { OneOf } from '../design/choice.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Sentence } from '../design/sentence.tsx';
import { roleOptions } from './role-words.ts';

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
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('invite_title')}
      narrow
      back={{ href: `${place}/team`, words: say('screen_team') }}
      about={say('invite_about')}
    >
      <Card>
        <form class="stack" method="post" action={`${place}/team/invite`}>
          <FormToken token={token} />
          <Field
            name="email"
            label={say('customer_email')}
            type="email"
            autocomplete="off"
            required
            value={email}
            {...(wrong.email && { wrong: wrong.email })}
          />
          <OneOf
            name="role"
            legend={say('team_role')}
            value={role}
            options={roleOptions(frame.wording)}
            {...(wrong.role && { wrong: wrong.role })}
          />
          <div class="row">
            <Button kind="main">{say('team_invite')}</Button>
            <ButtonLink href={`${place}/team`}>{say('leave_it')}</ButtonLink>
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
  /** Whether the role existed before, and only the link is new. */
  renewed?: boolean;
}

/** The only screen of the console that shows a link. */
export function InvitedScreen(props: InvitedProps) {
  const { frame, place, program, email, role, invited, renewed = false } = props;
  const { link, joined } = invited;
  const { say } = frame.wording;
  const back = { href: `${place}/team`, words: say('screen_team') };
  if (!link) {
    const given = { email, role: say(`role_${role}`), program: program.name };
    return (
      <Screen frame={frame} title={say(renewed ? 'invite_no_link' : 'invite_given')} narrow back={back}>
        <Card>
          <p>{say(joined ? 'invite_signs_in' : 'invite_joins', given)}</p>
        </Card>
      </Screen>
    );
  }
  return (
    <Screen
      frame={frame}
      title={say('invite_pass_on')}
      narrow
      back={back}
      about={`${email} · ${say(`role_${role}`)}`}
    >
      <Card>
        <p>{say('invite_once', { email })}</p>
        <p>
          <span class="secret">{link.address}</span>
          <CopyButton text={link.address} label={say('invite_copy')} />
        </p>
        <p class="muted">
          <Sentence at={link.expires_at} zone={program.sites[0]!.time_zone}>
            {(moment) => say('invite_until', { moment })}
          </Sentence>
        </p>
      </Card>
    </Screen>
  );
}
