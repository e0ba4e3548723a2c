import type { OwnAccess } from '../../../domain/operations/manage-sign-in.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import { SHORTEST_PASSWORD } from '../../../domain/operators/password.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { SessionRecord } from '../../../domain/operators/session-store.ts';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { CONSOLE_LANGUAGES } from '../language/languages.ts';
import { Alone, FormToken } from './alone.tsx';
import type { Surroundings } from './screens.tsx';

export interface AccountView extends OwnAccess {
  operator: SignedInOperator;
  /** By program; `admin` where the operator needs no role. */
  roles: readonly { program: string; role: Role | 'admin' }[];
  token: string;
  /** Whether browsers make passkeys for this server. */
  takes_passkeys: boolean;
  /** The name of the identity provider; undefined: there is none. */
  provider: string | undefined;
  /** In ms of the wall clock. */
  now: number;
}

export function AccountScreen(view: Surroundings & AccountView) {
  const { base, look, operator, roles, sessions, token, now } = view;
  const { has_password, has_totp, has_account, provider, passkeys, takes_passkeys } = view;
  return (
    <Alone base={base} look={look} title="Your account" about={`${operator.name} · ${operator.email}`} wide>
      <Card title="What you may do" id="roles">
        {operator.is_admin && <p>You are an admin of this server: you may do everything in every program.</p>}
        {roles.length === 0 && !operator.is_admin && <p>You have no role in a program.</p>}
        {!operator.is_admin && (
          <ul class="stack tight">
            {roles.map(({ program, role }) => (
              <li>
                {program} <Badge>{role}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="How you sign in" id="sign-in">
        <div class="row apart">
          <p>Password</p>
          <ButtonLink href={`${base}/account/password`} low>
            {has_password ? 'Change' : 'Choose one'}
          </ButtonLink>
        </div>
        {provider && (
          <div class="row apart">
            <p>{provider.charAt(0).toUpperCase() + provider.slice(1)}</p>
            {has_account ? (
              <Badge mood="good">on</Badge>
            ) : (
              <ButtonLink href={`${base}/account/provider`} low>
                Sign in by it too
              </ButtonLink>
            )}
          </div>
        )}
        <div class="row apart">
          <p>
            Codes of an app <Badge {...(has_totp && { mood: 'good' })}>{has_totp ? 'on' : 'off'}</Badge>
          </p>
          {has_totp ? (
            <form method="post" action={`${base}/account/code/remove`}>
              <FormToken token={token} />
              <Button kind="danger" low>
                Turn off
              </Button>
            </form>
          ) : (
            <ButtonLink href={`${base}/account/code`} low>
              Turn on
            </ButtonLink>
          )}
        </div>
        {passkeys.map(({ id, name, used_at }) => (
          <div class="row apart">
            <p>
              Passkey · {name}
              <br />
              <span class="muted small">
                {used_at === null ? 'not used yet' : <LastUsed at={used_at} now={now} just="used just now" />}
              </span>
            </p>
            <form method="post" action={`${base}/account/passkey/remove`}>
              <FormToken token={token} />
              <Button kind="danger" low name="passkey" value={String(id)}>
                Remove<span class="unseen"> the passkey {name}</span>
              </Button>
            </form>
          </div>
        ))}
        {(takes_passkeys || passkeys.length > 0) && (
          <div class="row apart">
            <p>{passkeys.length === 0 ? 'Passkeys' : 'Another passkey'}</p>
            <ButtonLink href={`${base}/account/passkey`} low>
              Add a passkey
            </ButtonLink>
          </div>
        )}
      </Card>
      <Card title="Language" id="language-card">
        <form class="row filters" method="post" action={`${base}/account/language`}>
          <FormToken token={token} />
          <Field
            name="language"
            label="In every browser"
            value={operator.language ?? ''}
            options={[['', 'As each browser is set'], ...Object.entries(CONSOLE_LANGUAGES)]}
          />
          <Button>Keep it</Button>
        </form>
      </Card>
      <Card title="Where you are signed in" id="sessions">
        <ul class="stack">
          {sessions.map((session) => (
            <li class="row apart">
              <p>
                {browserOf(session)}
                <br />
                <span class="muted small">
                  {session.address} · <LastUsed at={session.seen_at} now={now} just="in use" />
                </span>
              </p>
              {session.id === operator.session_id ? (
                <Badge mood="accent">this one</Badge>
              ) : (
                <EndSession base={base} token={token} session={String(session.id)} words="Sign out" />
              )}
            </li>
          ))}
        </ul>
      </Card>
      <div class="row apart">
        {sessions.length > 1 && (
          <EndSession base={base} token={token} session="others" words="Sign out everywhere else" />
        )}
        <form method="post" action={`${base}/sign-out`}>
          <FormToken token={token} />
          <Button icon="out">Sign out</Button>
        </form>
        <ButtonLink href={base}>To the console</ButtonLink>
      </div>
    </Alone>
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

/** By what a User-Agent says, the more particular first: Edge calls itself Chrome too, and Android Linux. */
const BROWSERS = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
};
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  Linux: 'Linux',
};

/** The name by which people know a browser and its system. */
export function browserOf({ agent }: Pick<SessionRecord, 'agent'>): string {
  const named = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => agent.includes(mark))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser) return agent.slice(0, 40) || 'An unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

/** `just`: the words for these minutes. */
function LastUsed({ at, now, just }: { at: number; now: number; just: string }) {
  const minutes = Math.round((now - at) / 60_000);
  const hours = Math.round(minutes / 60);
  const words =
    minutes < 2
      ? just
      : minutes < 120
        ? `${minutes} minutes ago`
        : hours < 48
          ? `${hours} hours ago`
          : `${Math.round(hours / 24)} days ago`;
  return <time dateTime={new Date(at).toISOString()}>{words}</time>;
}

interface PasswordProps extends Surroundings {
  token: string;
  email: string;
  wrong?: string;
}

export function PasswordScreen({ base, look, token, email, wrong }: PasswordProps) {
  const about = 'You stay signed in here, and nowhere else.';
  return (
    <Alone base={base} look={look} title="Change your password" about={about}>
      <Card>
        <form method="post" action={`${base}/account/password`}>
          <FormToken token={token} />
          {/* Password managers keep the password with it. */}
          <input type="text" name="username" autocomplete="username" value={email} hidden />
          <Field
            name="password"
            label="New password"
            type="password"
            autocomplete="new-password"
            required
            help={`At least ${SHORTEST_PASSWORD} characters; a sentence is easy to remember`}
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main">Change it</Button>
            <ButtonLink href={`${base}/account`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Alone>
  );
}
