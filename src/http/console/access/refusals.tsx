import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isByItself, OperatorRefused } from '../../authenticate-operators.ts';
import { describeFailure, logFailure } from '../../errors.ts';
import { TooBusy } from '../../fair-share.ts';
import { dropOperatorSession } from '../../operator-session.ts';
import { publicPath } from '../../public-path.ts';
import { ButtonLink } from '../design/button.tsx';
import { withQuery } from '../place.ts';
import { leadTo, sendScreen, surroundingsOf } from './screens.tsx';
import { StandaloneScreen } from './standalone-screen.tsx';

/** Shows every failure of the console as a screen, or redirects to the remedy. */
export function sendConsoleFailure(deps: Pick<Deps, 'publicUrl'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof OperatorRefused) return sendRefused(deps, error, request, reply);
    const failure = describeFailure(error);
    logFailure(failure, error, request);
    reply.headers(failure.headers).code(failure.status);
    return sendRefusal(deps, request, reply, error instanceof TooBusy ? 'busy' : refusalOf(failure.status));
  };
}

/**
 * Redirects to the missing proof. From there a GET leads back to the screen. `hasScreen`: the address of the form also
 * has a screen; otherwise the way back leads to the screen with the form.
 */
export function sendRefused(
  deps: Pick<Deps, 'publicUrl'>,
  { reason }: OperatorRefused,
  request: FastifyRequest,
  reply: FastifyReply,
  hasScreen = request.method === 'GET',
): FastifyReply {
  const { base } = surroundingsOf(deps, request);
  if (reason === 'foreign_form') return sendRefusal(deps, request, reply.code(403), 'form');
  const next = hasScreen ? publicPath(deps) + request.raw.url! : screenOfForm(deps, request);
  if (reason === 'unconfirmed') return leadTo(reply, withQuery(`${base}/confirm`, { next }));
  // Another tab may have signed in meanwhile: a late request of a script must not remove the new session.
  if (!isByItself(request)) dropOperatorSession(reply, deps);
  return leadTo(reply, withQuery(`${base}/sign-in`, { next }));
}

/** The path of the screen with the form, as the browser sends it; undefined: it is no screen of this server. */
function screenOfForm(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { headers: { referer } }: FastifyRequest,
): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const from = new URL(referer);
  // `done` reports an earlier action. This action was not done.
  from.searchParams.delete('done');
  return from.origin === new URL(publicUrl).origin ? from.pathname + from.search : undefined;
}

/** The reply's status must be set before. */
function sendRefusal(
  deps: Pick<Deps, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const surroundings = surroundingsOf(deps, request);
  const { say } = surroundings.wording;
  return sendScreen(
    reply,
    reply.statusCode,
    <StandaloneScreen
      {...surroundings}
      title={say(`refused_${refusal}`)}
      about={say(`refused_${refusal}_about`)}
    >
      <p>
        <ButtonLink href={surroundings.base}>{say('to_console')}</ButtonLink>
      </p>
    </StandaloneScreen>,
  );
}

/** A screen with one message and the way to the console. */
export function sendMessage(
  deps: Pick<Deps, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  title: string,
  about: ComponentChildren,
): FastifyReply {
  const surroundings = surroundingsOf(deps, request);
  return sendScreen(
    reply,
    status,
    <StandaloneScreen {...surroundings} {...{ title, about }}>
      <p>
        <ButtonLink href={surroundings.base}>{surroundings.wording.say('to_console')}</ButtonLink>
      </p>
    </StandaloneScreen>,
  );
}

type Refusal = 'role' | 'absent' | 'often' | 'request' | 'busy' | 'failed' | 'form';

function refusalOf(status: number): Refusal {
  if (status === 403) return 'role';
  if (status === 404) return 'absent';
  if (status === 429) return 'often';
  return status < 500 ? 'request' : 'failed';
}
