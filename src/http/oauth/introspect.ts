import { introspectToken } from '../../domain/oauth/introspect-token.ts';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { singleParametersOfForm } from '../shared/form-parameters.ts';
import { authenticatedApp } from './authenticated-app.ts';
import { NO_STORE, sendOAuthFailure } from './send-oauth-failure.ts';

/** RFC 7662, for an app's own tokens. A public app is refused, because its name proves nothing (section 2.1). */
export function introspectRoute(app: App, deps: Deps): void {
  app.post(
    '/oauth/introspect',
    { config: { scope: 'public', body: 'form' }, schema: { hide: true }, errorHandler: sendOAuthFailure },
    async (request, reply) => {
      const parameters = singleParametersOfForm(request);
      const caller = await authenticatedApp(deps, request, parameters);
      if (caller.public) throw new OAuthRefusal('invalid_client', 'Only an app with a secret may ask this.');
      if (parameters.token === undefined) throw new OAuthRefusal('invalid_request', 'token is missing.');
      const token = await introspectToken(deps, caller, parameters.token);
      reply.headers(NO_STORE).type('application/json; charset=utf-8');
      if (!token) return reply.send({ active: false });
      return reply.send({
        active: true,
        scope: token.scopes.join(' '),
        client_id: caller.client_id,
        ...(token.kind === 'access' && { token_type: 'Bearer' }),
        iat: Math.floor(token.created_at / 1000),
        exp: Math.floor(token.expires_at / 1000),
        iss: deps.publicUrl,
      });
    },
  );
}
