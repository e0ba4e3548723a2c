import type { ComponentChildren } from 'preact';
import type { OwnAccess } from '../../../domain/operations/manage-sign-in.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import { SHORTEST_PASSWORD } from '../../../domain/operators/password.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { CONSOLE_LANGUAGES } from '../language/languages.ts';
import { browserOf } from './browser-name.ts';
import { LastUsed } from './last-used.tsx';
import { capital } from './provider-sign-in.ts';
import { Removal } from './removal.tsx';
import type { Surroundings } from './screens.tsx';
import { FormToken, StandaloneScreen } from './standalone-screen.tsx';

export interface AccountView extends OwnAccess {
  operator: SignedInOperator;
  /** By program; `admin` for an operator who needs no role. */
  roles: readonly { program: string; role: Role | 'admin' }[];
  token: string;
  /** Whether browsers can make passkeys for this server. */
  takes_passkeys: boolean;
  /** The name of the identity provider; undefined: there is none. */
  provider: string | undefined;
  /** In ms of the wall clock. */
  now: number;
}

export function AccountScreen(view: Surroundings & AccountView) {
  const { base, look, wording, operator, roles, sessions, token, now } = view;
  const { has_password, has_totp, has_account, provider, passkeys, takes_passkeys } = view;
  const { say } = wording;
  const here = `${base}/account`;
  return (
    <StandaloneScreen
      {...{ base, look, wording, here }}
      back={{ href: base, words: say('to_console') }}
      title={say('your_account')}
      about={`${operator.name} · ${operator.email}`}
      wide
    >
      <Card title={say('account_may')} id="roles">
        {operator.is_admin && <p>{say('account_admin')}</p>}
        {roles.length === 0 && !operator.is_admin && <p>{say('account_no_role')}</p>}
        {!operator.is_admin && (
          <ul class="stack tight">
            {roles.map(({ program, role }) => (
              <li>
                {program} <Badge>{say(`role_${role}`)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={say('account_sign_in')} id="sign-in">
        <div class="row apart">
          <p>{say('password')}</p>
          <ButtonLink href={`${base}/account/password`} low>
            {say(has_password ? 'account_change' : 'account_choose')}
          </ButtonLink>
        </div>
        {provider && (
          <div class="row apart">
            <p>{capital(provider)}</p>
            {has_account ? (
              <Badge mood="good">{say('account_on')}</Badge>
            ) : (
              <ButtonLink href={`${base}/account/provider`} low>
                {say('account_by_it_too')}
              </ButtonLink>
            )}
          </div>
        )}
        <div class="row apart">
          <p>
            {say('account_codes')}{' '}
            <Badge {...(has_totp && { mood: 'good' })}>{say(has_totp ? 'account_on' : 'account_off')}</Badge>
          </p>
          {has_totp ? (
            <Removal
              id="remove-codes"
              action={`${base}/account/code/remove`}
              title={say('account_codes')}
              words={say('account_turn_off')}
              cancel={say('leave_it')}
              token={token}
            />
          ) : (
            <ButtonLink href={`${base}/account/code`} low>
              {say('account_turn_on')}
            </ButtonLink>
          )}
        </div>
        {passkeys.map(({ id, name, used_at }) => (
          <div class="row apart">
            <p>
              {say('account_passkey', { name })}
              <br />
              <span class="muted small">
                {used_at === null ? (
                  say('account_not_used')
                ) : (
                  <LastUsed at={used_at} now={now} just="account_used_now" />
                )}
              </span>
            </p>
            <Removal
              id={`remove-passkey-${id}`}
              action={`${base}/account/passkey/remove`}
              passkey={String(id)}
              title={say('account_remove_passkey', { name })}
              words={say('account_remove')}
              cancel={say('leave_it')}
              token={token}
            />
          </div>
        ))}
        {(takes_passkeys || passkeys.length > 0) && (
          <div class="row apart">
            <p>{say(passkeys.length === 0 ? 'account_passkeys' : 'account_another_passkey')}</p>
            <ButtonLink href={`${base}/account/passkey`} low>
              {say('account_add_passkey')}
            </ButtonLink>
          </div>
        )}
      </Card>
      <Card title={say('language')} id="language-card">
        <form class="row filters" method="post" action={`${base}/account/language`}>
          <FormToken token={token} />
          <Field
            name="language"
            label={say('account_every_browser')}
            value={operator.language ?? ''}
            options={[['', say('account_each_browser')], ...Object.entries(CONSOLE_LANGUAGES)]}
          />
          <Button>{say('account_keep')}</Button>
        </form>
      </Card>
      <Card title={say('account_sessions')} id="sessions">
        <ul class="stack">
          {sessions.map((session) => (
            <li class="row apart">
              <p>
                {browserOf(wording, session)}
                <br />
                <span class="muted small">
                  {session.address} · <LastUsed at={session.seen_at} now={now} just="account_in_use" />
                </span>
              </p>
              {session.id === operator.session_id ? (
                <Badge mood="accent">{say('account_this')}</Badge>
              ) : (
                <EndSession base={base} token={token} session={String(session.id)} words={say('sign_out')} />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <div class="row apart">
        {sessions.length > 1 && (
          <EndSession base={base} token={token} session="others" words={say('account_elsewhere')} />
        )}
        <form method="post" action={`${base}/sign-out`}>
          <FormToken token={token} />
          <Button icon="out">{say('sign_out')}</Button>
        </form>
      </div>
    </StandaloneScreen>
  );
}

function EndSession(props: { base: string; token: string; session: string; words: string }) {
  return (
    <form method="post" action={`${props.base}/account/sessions`}>
      <FormToken token={props.token} />
      <Button low name="session" value={props.session}>
        {props.words}
      </Button>
    </form>
  );
}

interface PasswordProps extends Surroundings {
  token: string;
  email: string;
  wrong?: ComponentChildren;
}

export function PasswordScreen({ base, look, wording, token, email, wrong }: PasswordProps) {
  const { say } = wording;
  return (
    <StandaloneScreen
      {...{ base, look, wording }}
      title={say('password_title')}
      about={say('password_about')}
    >
      <Card>
        <form method="post" action={`${base}/account/password`}>
          <FormToken token={token} />
          {/* Password managers store the password under this name. */}
          <input type="text" name="username" autocomplete="username" value={email} hidden />
          <Field
            name="password"
            label={say('password_new')}
            type="password"
            autocomplete="new-password"
            required
            help={say('password_least', { count: String(SHORTEST_PASSWORD) })}
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main">{say('password_change')}</Button>
            <ButtonLink href={`${base}/account`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </StandaloneScreen>
  );
}
