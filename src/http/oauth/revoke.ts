import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import { revokeToken } from '../../domain/operations/revoke-token.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { singleParametersOfForm } from '../shared/form-parameters.ts';
import { authenticatedApp } from './authenticated-app.ts';
import { NO_STORE, sendOAuthFailure } from './send-oauth-failure.ts';

/** RFC 7009. The token itself shows its kind, so token_type_hint is not needed. */
export function revokeRoute(app: App, deps: Deps): void {
  app.post(
    '/oauth/revoke',
    { config: { scope: 'public', body: 'form' }, schema: { hide: true }, errorHandler: sendOAuthFailure },
    async (request, reply) => {
      const parameters = singleParametersOfForm(request);
      const caller = await authenticatedApp(deps, request, parameters);
      if (parameters.token === undefined) throw new OAuthRefusal('invalid_request', 'token is missing.');
      await revokeToken(deps, caller, parameters.token);
      return reply.headers(NO_STORE).code(200).send();
    },
  );
}
