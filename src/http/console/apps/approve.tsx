import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import {
  type AuthorizationRequest,
  checkAuthorization,
  RefusedToApp,
} from '../../../domain/oauth/check-authorization.ts';
import { OAuthRefusal } from '../../../domain/oauth/refusal.ts';
import { approveAuthorization, lackedForApproval } from '../../../domain/operations/approve-authorization.ts';
import { sees } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { OperatorRefused, operatorOf } from '../../authenticate-operators.ts';
import { cspSource } from '../../csp-source.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { logSecurityEvent } from '../../security-log.ts';
import { answerApp, refuseToApp } from '../../shared/answer-app.ts';
import { parametersOfForm, parametersOfQuery } from '../../shared/form-parameters.ts';
import { sendConsoleFailure, sendMessage, sendRefused } from '../access/refusals.tsx';
import { sendScreen, surroundingsOf } from '../access/screens.tsx';
import { English } from '../design/english.tsx';
import { consoleHeaders } from '../headers.ts';
import { ApproveScreen } from './approve-screen.tsx';

/**
 * `/oauth/authorize` (RFC 6749, 3.1): an app sends an operator's browser here. Every request continues at
 * `/console/approve`, where a signed-in operator decides. The address contains the request, so the sign-in and the
 * repeated proof of identity lead back to it. The request is checked only there: a stranger learns about no app, and is
 * redirected to no address of an app (RFC 9700, 4.11.2).
 */
export function approveRoutes(app: App, deps: Deps): void {
  const options = { schema: { hide: true }, errorHandler: sendApprovalFailure(deps) };
  app.get('/oauth/authorize', { ...options, config: { scope: 'public' } }, async (request, reply) => {
    const { search } = new URL(request.raw.url!, deps.publicUrl);
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${surroundingsOf(deps, request).base}/approve${search}`, 303);
  });

  app.get(
    '/console/approve',
    { ...options, config: { right: 'self', confirmed: true } },
    async (request, reply) => {
      const asked = await readAsked(deps, request);
      const lacked = lackedForApproval(operatorOf(request), asked);
      if (lacked.length > 0) logSecurityEvent(request, 'approval_refused');
      const view = { asked, lacked, operator: operatorOf(request), token: operatorFormToken(deps, request) };
      const surroundings = surroundingsOf(deps, request);
      const action = `${surroundings.base}/approve${new URL(request.raw.url!, deps.publicUrl).search}`;
      const screen = <ApproveScreen {...surroundings} {...{ action }} {...view} />;
      const headers = consoleHeaders({ 'form-action': ["'self'", ...redirectSources(asked.redirect_uri)] });
      return sendScreen(reply, lacked.length > 0 ? 403 : 200, screen, headers);
    },
  );

  app.post(
    '/console/approve',
    { ...options, config: { right: 'self', confirmed: true, body: 'form' } },
    async (request, reply) => {
      const asked = await readAsked(deps, request);
      if (parametersOfForm(request).parameters.decision !== 'approve') {
        throw new RefusedToApp(new OAuthRefusal('access_denied', 'The operator did not approve.'), asked);
      }
      const { id: operator_id } = operatorOf(request);
      const address = await approveAuthorization(deps, asked, { operator_id, request_id: request.id });
      return answerApp(reply, deps, address);
    },
  );
}

function readAsked(deps: Deps, request: FastifyRequest): Promise<AuthorizationRequest> {
  const { parameters, repeated } = parametersOfQuery(request);
  const operator = operatorOf(request);
  return checkAuthorization(deps, parameters, repeated, (programId) => sees(operator, programId));
}

/**
 * The sources to which the decision redirects. Browsers also apply form-action to the redirects of forms. No source can
 * name [::1].
 */
function redirectSources(redirectUri: string): string[] {
  const { hostname, protocol } = new URL(redirectUri);
  return hostname.startsWith('[') ? [protocol] : [cspSource(redirectUri) ?? []].flat();
}

/** A refusal that the app may know is sent to the app; any other is shown to the operator. */
function sendApprovalFailure(deps: Deps) {
  const sendFailure = sendConsoleFailure(deps);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { say } = surroundingsOf(deps, request).wording;
    if (error instanceof RefusedToApp) return refuseToApp(reply, deps, error);
    if (error instanceof OAuthRefusal) {
      if (error.code === 'invalid_client') logSecurityEvent(request, 'approval_refused');
      const about = (
        <>
          <English>{error.message}</English> {say('approve_broken_about')}
        </>
      );
      return sendMessage(deps, request, reply, 400, say('approve_broken'), about);
    }
    // The address contains the request, so the request is not lost on the way.
    if (error instanceof OperatorRefused) return sendRefused(deps, error, request, reply, true);
    if (error instanceof DomainError && (error.code === 'not_found' || error.code === 'insufficient_scope')) {
      logSecurityEvent(request, 'approval_refused');
      const about = (
        <>
          <English>{error.message}</English> {say('approve_cannot_about')}
        </>
      );
      const status = error.code === 'not_found' ? 404 : 403;
      return sendMessage(deps, request, reply, status, say('approve_cannot'), about);
    }
    return sendFailure(error, request, reply);
  };
}
