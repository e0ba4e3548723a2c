import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import {
  type AuthorizationRequest,
  checkAuthorization,
  RefusedToApp,
} from '../../domain/oauth/check-authorization.ts';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import { withParameters } from '../../domain/oauth/redirect-uris.ts';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import { approveAuthorization } from '../../domain/operations/approve-authorization.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { refuseAfterManyFailures } from '../authenticate.ts';
import { cspSource } from '../csp-source.ts';
import { describeFailure } from '../errors.ts';
import { isOfOwnPage } from '../same-origin.ts';
import { logSecurityEvent } from '../security-log.ts';
import { renderDocument } from '../shared/document.tsx';
import { parametersOfForm, parametersOfQuery } from '../shared/form-parameters.ts';
import { MessagePage } from '../shared/message-page.tsx';
import { pageHeaders } from '../shared/page-headers.ts';
import { sendErrorPage, sendPage } from '../shared/send-page.tsx';
import { ConsentPage } from './consent-page.tsx';
import { descriptionText } from './send-oauth-failure.ts';

/** RFC 6749, 3.1: an app sends an operator's browser here, and the browser returns with a code or a refusal. */
export function authorizeRoutes(app: App, deps: Deps): void {
  const options = { schema: { hide: true }, errorHandler: sendRefusal(deps) };
  app.get('/oauth/authorize', { ...options, config: { scope: 'public' } }, async (request, reply) => {
    const { parameters, repeated } = parametersOfQuery(request);
    return sendConsent(reply, 200, await checkAuthorization(deps, parameters, repeated), parameters);
  });

  app.post(
    '/oauth/authorize',
    { ...options, config: { scope: 'public', body: 'form' } },
    async (request, reply) => {
      // No other page may decide in an operator's browser. The key, which no browser keeps, protects a second time.
      if (!isOfOwnPage(request, deps.publicUrl)) {
        throw new OAuthRefusal('access_denied', 'The decision was not sent by this page.');
      }
      const { parameters, repeated } = parametersOfForm(request);
      const asked = await checkAuthorization(deps, parameters, repeated);
      if (parameters.decision !== 'approve') {
        throw new RefusedToApp(new OAuthRefusal('access_denied', 'The operator did not approve.'), asked);
      }
      refuseAfterManyFailures(request.server.failed_attempts, request);
      try {
        const address = await approveAuthorization(deps, asked, (parameters.api_key ?? '').trim(), {
          request_id: request.id,
          address: request.ip,
        });
        return redirect(reply, withParameters(address, { iss: deps.publicUrl }));
      } catch (error) {
        if (!(error instanceof DomainError) || describeFailure(error).status >= 500) throw error;
        request.server.failed_attempts.noteFailure(request.ip);
        logSecurityEvent(request, 'approval_refused');
        return sendConsent(reply, 403, asked, parameters, error.message);
      }
    },
  );
}

function sendConsent(
  reply: FastifyReply,
  status: number,
  asked: AuthorizationRequest,
  parameters: Parameters,
  complaint?: string,
): FastifyReply {
  const page = <ConsentPage asked={asked} parameters={parameters} complaint={complaint} />;
  return reply
    .code(status)
    .headers({
      ...pageHeaders(null, {
        'script-src': ["'none'"],
        'img-src': ['data:'],
        'connect-src': ["'none'"],
        'form-action': ["'self'", ...redirectSources(asked.redirect_uri)],
      }),
      // Without a referrer a browser does not say that the form's answer comes from this very page.
      'referrer-policy': 'same-origin',
    })
    .send(renderDocument(page));
}

/**
 * The sources to which the decision redirects. Browsers apply form-action to redirects of forms too. No source can name
 * [::1].
 */
function redirectSources(redirectUri: string): string[] {
  const { hostname, protocol } = new URL(redirectUri);
  return hostname.startsWith('[') ? [protocol] : [cspSource(redirectUri) ?? []].flat();
}

/** Sends a refusal that the app may know to the app, and shows any other to the operator. */
function sendRefusal(deps: Deps) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof RefusedToApp) {
      const { refusal, address } = error;
      const told = { error: refusal.code, error_description: descriptionText(refusal.message) };
      redirect(
        reply,
        withParameters(address.redirect_uri, { ...told, state: address.state, iss: deps.publicUrl }),
      );
      return;
    }
    const failure = describeFailure(error);
    if (!(error instanceof OAuthRefusal) && failure.status >= 500) {
      sendErrorPage(error, request, reply);
      return;
    }
    const refused = error instanceof OAuthRefusal;
    const status = refused ? (error.code === 'access_denied' ? 403 : 400) : failure.status;
    const advice = `${refused ? error.message : failure.message} Nothing was approved. Tell the makers of the app.`;
    const page = <MessagePage language="en" title="This request cannot be answered" advice={advice} />;
    sendPage(reply, status, null, page);
  };
}

/** 303 makes the next request a GET, so an API key in a form is not sent along. */
function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(address, 303);
}
