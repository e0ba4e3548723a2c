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
import { Alone } from './alone.tsx';
import { leadTo, sendScreen, surroundingsOf } from './screens.tsx';

/** Shows every failure of the console as a screen, or leads to where it can be mended. */
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
 * Leads to the proof that is missing, and back by a GET to the screen that it was missing for. `hasScreen`: the address
 * of a form has a screen too; otherwise the way back is to the screen that the form is on.
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
  // Meanwhile another tab may have signed in: a request that was on its way would take its session from it.
  if (!isByItself(request)) dropOperatorSession(reply, deps);
  return leadTo(reply, withQuery(`${base}/sign-in`, { next }));
}

/** The path of the screen that a form was sent from, as browsers name it; undefined: none of this server. */
function screenOfForm(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { headers: { referer } }: FastifyRequest,
): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const from = new URL(referer);
  // It told of an earlier deed. This one was not done.
  from.searchParams.delete('done');
  return from.origin === new URL(publicUrl).origin ? from.pathname + from.search : undefined;
}

/** With the status that the reply has. */
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
    <Alone {...surroundings} title={say(`refused_${refusal}`)} about={say(`refused_${refusal}_about`)}>
      <p>
        <ButtonLink href={surroundings.base}>{say('to_console')}</ButtonLink>
      </p>
    </Alone>,
  );
}

/** A message by itself, and the way to the console. */
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
    <Alone {...surroundings} {...{ title, about }}>
      <p>
        <ButtonLink href={surroundings.base}>{surroundings.wording.say('to_console')}</ButtonLink>
      </p>
    </Alone>,
  );
}

type Refusal = 'role' | 'absent' | 'often' | 'request' | 'busy' | 'failed' | 'form';

function refusalOf(status: number): Refusal {
  if (status === 403) return 'role';
  if (status === 404) return 'absent';
  if (status === 429) return 'often';
  return status < 500 ? 'request' : 'failed';
}
