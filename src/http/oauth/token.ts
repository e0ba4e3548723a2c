import { issueTokens } from '../../domain/operations/issue-tokens.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { singleParametersOfForm } from '../shared/form-parameters.ts';
import { authenticatedApp } from './authenticated-app.ts';
import { NO_STORE, sendOAuthFailure } from './send-oauth-failure.ts';

/** RFC 6749, 3.2. */
export function tokenRoute(app: App, deps: Deps): void {
  app.post(
    '/oauth/token',
    { config: { scope: 'public', body: 'form' }, schema: { hide: true }, errorHandler: sendOAuthFailure },
    async (request, reply) => {
      const parameters = singleParametersOfForm(request);
      const caller = await authenticatedApp(deps, request, parameters);
      const tokens = await issueTokens(deps, caller, parameters);
      return reply.headers(NO_STORE).type('application/json; charset=utf-8').send(tokens);
    },
  );
}
