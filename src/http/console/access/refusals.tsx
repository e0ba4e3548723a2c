import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../domain/programs/deps.ts';
import { OperatorRefused } from '../../authenticate-operators.ts';
import { describeFailure, logFailure } from '../../errors.ts';
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
    const { title, about } = wordsFor(failure.status);
    return sendMessage(deps, request, reply.headers(failure.headers), failure.status, title, about);
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
  if (reason === 'foreign_form') {
    const about = 'It was left open while you signed in anew, or another page sent it. Nothing was changed.';
    return sendMessage(deps, request, reply, 403, 'This form is out of date', about);
  }
  const next = hasScreen ? publicPath(deps) + request.raw.url! : screenOfForm(deps, request);
  if (reason === 'unconfirmed') return leadTo(reply, withQuery(`${base}/confirm`, { next }));
  return leadTo(dropOperatorSession(reply, deps), withQuery(`${base}/sign-in`, { next }));
}

/** The path of the screen that a form was sent from, as browsers name it; undefined: none of this server. */
function screenOfForm(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { headers: { referer } }: FastifyRequest,
): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { origin, pathname, search } = new URL(referer);
  return origin === new URL(publicUrl).origin ? pathname + search : undefined;
}

export function sendMessage(
  deps: Pick<Deps, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  title: string,
  about: string,
): FastifyReply {
  const surroundings = surroundingsOf(deps, request);
  return sendScreen(
    reply,
    status,
    <Alone {...surroundings} title={title} about={about}>
      <p>
        <ButtonLink href={surroundings.base}>To the console</ButtonLink>
      </p>
    </Alone>,
  );
}

function wordsFor(status: number): { title: string; about: string } {
  if (status === 403) {
    return { title: 'Not for your role', about: 'An owner of the program, or an admin, can give you more.' };
  }
  if (status === 404) {
    return {
      title: 'There is nothing here',
      about: 'It may have been removed, or the address is cut short.',
    };
  }
  if (status === 429) return { title: 'Too many tries', about: 'Wait a little, then try again.' };
  if (status < 500) return { title: 'This cannot be done', about: 'Something in the request is not right.' };
  return { title: 'Something went wrong', about: 'Nothing was changed. The log says more.' };
}
