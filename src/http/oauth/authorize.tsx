import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAuthorization, RefusedToApp } from '../../domain/oauth/check-authorization.ts';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { describeFailure } from '../errors.ts';
import { publicPath } from '../public-path.ts';
import { refuseToApp } from '../shared/answer-app.ts';
import { parametersOfQuery } from '../shared/form-parameters.ts';
import { MessagePage } from '../shared/message-page.tsx';
import { sendErrorPage, sendPage } from '../shared/send-page.tsx';

/**
 * RFC 6749, 3.1: an app sends an operator's browser here. A request that is good goes on to the console, where the
 * operator signs in and decides.
 */
export function authorizeRoute(app: App, deps: Deps): void {
  app.get(
    '/oauth/authorize',
    { config: { scope: 'public' }, schema: { hide: true }, errorHandler: sendRefusal(deps) },
    async (request, reply) => {
      const { parameters, repeated } = parametersOfQuery(request);
      await checkAuthorization(deps, parameters, repeated);
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(
          `${publicPath(deps)}/console/approve${new URL(request.raw.url!, deps.publicUrl).search}`,
          303,
        );
    },
  );
}

/** Sends a refusal that the app may know to the app, and shows any other to the operator. */
function sendRefusal(deps: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof RefusedToApp) {
      refuseToApp(reply, deps, error);
      return;
    }
    const failure = describeFailure(error);
    const refused = error instanceof OAuthRefusal;
    if (!refused && failure.status >= 500) {
      sendErrorPage(error, request, reply);
      return;
    }
    const advice = `${refused ? error.message : failure.message} Nothing was approved. Tell the makers of the app.`;
    const page = <MessagePage language="en" title="This request cannot be answered" advice={advice} />;
    sendPage(reply, refused ? 400 : failure.status, null, page);
  };
}
