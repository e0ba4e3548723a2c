import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { type SecondFactorNeeded, signIn, signInWithCode } from '../../../domain/operations/sign-in.ts';
import { TICKET_MS } from '../../../domain/operators/lifetimes.ts';
import { takesPasskeys } from '../../../domain/operators/passkeys.ts';
import type { StartedSession } from '../../../domain/operators/start-session.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { findOperator } from '../../authenticate-operators.ts';
import { openCursor, signCursor } from '../../cursors.ts';
import { keepOperatorSession } from '../../operator-session.ts';
import { logSecurityEvent } from '../../security-log.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { English } from '../design/english.tsx';
import { Field } from '../design/field.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { languageOf } from '../language/languages.ts';
import { consoleWording } from '../language/wording.ts';
import { localPath, withQuery } from '../place.ts';
import { textsOf } from '../show.ts';
import type { Access } from './access.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { StandaloneScreen } from './standalone-screen.tsx';

const ANYONE = { config: { right: 'anyone' }, schema: { hide: true } } as const;
const ANYONES_FORM = { config: { right: 'anyone', body: 'form' }, schema: { hide: true } } as const;

/** `/console/sign-in`: by email and password, and then, if the operator has a second factor, by its code. */
export function signInRoutes(app: App, deps: Deps, access: Access): void {
  const { queue } = access;
  app.get('/console/sign-in', ANYONE, async (request, reply) => {
    const { next } = textsOf(request.query);
    const surroundings = surroundingsOf(deps, request);
    if (await findOperator(deps, request)) return leadTo(reply, localPath(surroundings.base, next));
    return sendSignIn(deps, access, request, reply, { next });
  });

  app.post('/console/sign-in', ANYONES_FORM, async (request, reply) => {
    const { email = '', password = '', next } = parametersOfForm(request).parameters;
    try {
      const entered = await queue.run(request, (attempt) => signIn(deps, { ...attempt, email, password }));
      if ('token' in entered) return enter(deps, request, reply, entered, next);
      const ticket = signTicket(deps, { needed: entered, email });
      return sendScreen(reply, 200, <Code {...surroundingsOf(deps, request)} ticket={ticket} next={next} />);
    } catch (error) {
      const complaint = complaintOf(error, request, reply, 'wrong_password');
      return sendSignIn(deps, access, request, reply, { email, next, complaint });
    }
  });

  app.post('/console/sign-in/code', ANYONES_FORM, async (request, reply) => {
    const { ticket = '', code = '', next } = parametersOfForm(request).parameters;
    const opened = openTicket(deps, ticket);
    const surroundings = surroundingsOf(deps, request);
    if (!opened) {
      const complaint = surroundings.wording.say('wrong_late');
      return sendSignIn(deps, access, request, reply.code(403), { next, complaint });
    }
    try {
      const session = await queue.run(request, (attempt) =>
        signInWithCode(deps, { ...attempt, ...opened, code }),
      );
      return enter(deps, request, reply, session, next);
    } catch (error) {
      const complaint = complaintOf(error, request, reply, 'wrong_code');
      const screen = <Code {...surroundings} {...{ ticket, next, complaint }} />;
      return sendScreen(reply, reply.statusCode, screen);
    }
  });
}

/** Replaces any other session in the browser with the new one. */
function enter(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: StartedSession,
  next: string | undefined,
): FastifyReply {
  const { base } = surroundingsOf(deps, request);
  return leadTo(keepOperatorSession(reply, deps, session), localPath(base, next));
}

/** The reply's status must be set before. */
export function sendSignIn(
  deps: Pick<Deps, 'publicUrl'>,
  { provider }: Pick<Access, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
  view: { email?: string; next?: string | undefined; complaint?: ComponentChildren },
): FastifyReply {
  const ways = { passkeys: takesPasskeys(deps), provider: provider?.settings.name };
  const screen = <SignIn {...surroundingsOf(deps, request)} {...ways} {...view} />;
  return sendScreen(reply, reply.statusCode, screen);
}

/**
 * The words for a refusal. Sets the reply's status. `wrong`: the words for a wrong proof; absent: the domain's own, in
 * English. Rethrows every other error.
 */
export function complaintOf(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  wrong?: ConsoleMessage,
): ComponentChildren {
  if (!(error instanceof DomainError)) throw error;
  const { say } = consoleWording(languageOf(request));
  if (error.code === 'authentication_required') {
    logSecurityEvent(request, 'sign_in_failed');
    reply.code(403);
    return wrong ? say(wrong) : <English>{error.message}</English>;
  }
  if (error.code === 'rate_limited') {
    logSecurityEvent(request, 'too_many_failures');
    reply.code(429).header('retry-after', String(error.extra.retry_after_seconds ?? 1));
    return say('wrong_often');
  }
  throw error;
}

interface Ticket {
  needed: SecondFactorNeeded;
  email: string;
}

const TICKET = 'console second factor';

function signTicket(deps: Deps, ticket: Ticket): string {
  return signCursor(deps, TICKET, [deps.clock.real() + TICKET_MS, ticket]);
}

function openTicket(deps: Deps, text: string): Ticket | undefined {
  const [until, ticket] = openCursor<[number, Ticket]>(deps, TICKET, text) ?? [];
  return until !== undefined && until > deps.clock.real() ? ticket : undefined;
}

interface Asked extends Surroundings {
  next?: string | undefined;
  complaint?: ComponentChildren;
}

interface SignInProps extends Asked {
  email?: string;
  passkeys: boolean;
  /** The name of the identity provider; undefined: there is none. */
  provider: string | undefined;
}

function SignIn({ base, look, wording, email, next, passkeys, provider, complaint }: SignInProps) {
  const { say } = wording;
  const here = withQuery(`${base}/sign-in`, { next });
  const about = say('sign_in_about');
  return (
    <StandaloneScreen {...{ base, look, wording, here, about, complaint, passkeys }} title={say('sign_in')}>
      <Card>
        <form method="post" action={`${base}/sign-in`}>
          {next && <input type="hidden" name="next" value={next} />}
          <Field
            name="email"
            label={say('email')}
            type="email"
            autocomplete="username"
            required
            {...(email && { value: email })}
          />
          <Field
            name="password"
            label={say('password')}
            type="password"
            autocomplete="current-password"
            required
            help={say('sign_in_lost')}
          />
          <Button kind="main">{say('sign_in')}</Button>
        </form>
      </Card>
      {provider && (
        <div class="row">
          <ButtonLink href={withQuery(`${base}/sign-in/provider`, { next })} icon="people">
            {say('sign_in_provider', { name: provider })}
          </ButtonLink>
        </div>
      )}
      {passkeys && (
        <PasskeyForm
          action={`${base}/sign-in/passkey`}
          kind="get"
          words={say('sign_in_passkey')}
          next={next}
        />
      )}
    </StandaloneScreen>
  );
}

function Code({ base, look, wording, ticket, next, complaint }: Asked & { ticket: string }) {
  const { say } = wording;
  return (
    <StandaloneScreen
      {...{ base, look, wording, complaint }}
      title={say('code_title')}
      back={{ href: withQuery(`${base}/sign-in`, { next }), words: say('sign_in') }}
    >
      <Card>
        <form method="post" action={`${base}/sign-in/code`}>
          <input type="hidden" name="ticket" value={ticket} />
          {next && <input type="hidden" name="next" value={next} />}
          <Field name="code" label={say('code')} inputmode="numeric" autocomplete="one-time-code" required />
          <Button kind="main">{say('go_on')}</Button>
        </form>
      </Card>
    </StandaloneScreen>
  );
}
