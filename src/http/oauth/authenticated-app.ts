import type { FastifyRequest } from 'fastify';
import type { OAuthApp } from '../../domain/oauth/app-store.ts';
import { authenticateApp } from '../../domain/oauth/authenticate-app.ts';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { refuseAfterManyFailures } from '../authenticate.ts';
import { appCredentials } from './app-credentials.ts';

/**
 * The authenticated app of a request. Throws OAuthRefusal invalid_client or invalid_request, and rate_limited if the
 * address failed too often.
 */
export async function authenticatedApp(
  deps: Deps,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<OAuthApp> {
  refuseAfterManyFailures(request.server.failed_attempts, request);
  const app = await authenticateApp(deps, appCredentials(request, parameters));
  request.credential = { key_id: null, app_id: app.id, program_id: app.program_id };
  return app;
}
