import { runInTransaction } from '../core/transaction.ts';
import type { OAuthApp } from '../oauth/app-store.ts';
import { authorizationServer } from '../oauth/authorization-server.ts';
import type { GrantRequest, IssuedTokens, Parameters } from '../oauth/grant-request.ts';
import { updateGrantRevoked } from '../oauth/grant-store.ts';
import { asRefusal, OAuthRefusal } from '../oauth/refusal.ts';
import { keepAnswer, RepeatedRefresh } from '../oauth/repeated-refresh.ts';
import { ReusedGrant } from '../oauth/reused-grant.ts';
import { includedScopes, requestedScopes } from '../oauth/scope-list.ts';
import type { Deps } from '../programs/deps.ts';

const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials'] as const;
type GrantType = (typeof GRANT_TYPES)[number];

/**
 * Gives tokens for a code, for a refresh token or for the app's own secret. A code and a refresh token are valid once.
 * If two requests bring the same one at the same time, one of them gets tokens. The other request, and any later one,
 * revokes those tokens. A refresh token that is repeated within ten seconds gets the same tokens again. Throws
 * OAuthRefusal invalid_request, unsupported_grant_type, unauthorized_client, invalid_scope, invalid_grant.
 */
export async function issueTokens(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secret' | 'formerSecrets'>,
  app: OAuthApp,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const grant_type = allowedGrantType(app, parameters.grant_type);
  const scope = scopeOf(app, grant_type, parameters.scope);
  const { code, redirect_uri, code_verifier, refresh_token } = parameters;
  const body = {
    grant_type,
    client_id: app.client_id,
    code,
    redirect_uri,
    code_verifier,
    refresh_token,
    scope,
  };
  const outcome = await runInTransaction(deps, undefined, async (tx) => {
    const request: GrantRequest = { tx, deps, now: await deps.clock.shared(tx), app, parameters: body };
    try {
      const server = await authorizationServer(request);
      const answer = await server.respondToAccessTokenRequest({ headers: {}, query: {}, body });
      const tokens = issuedTokens(request, answer.body);
      if (request.exchanged) await keepAnswer(request, refresh_token!, tokens);
      return tokens;
    } catch (error) {
      if (error instanceof RepeatedRefresh) return error.tokens;
      if (!(error instanceof ReusedGrant)) throw await asRefusal(error);
      await updateGrantRevoked(tx, request.grant!, request.now);
      // Returned and not thrown, so that the revocation is committed.
      return error;
    }
  });
  if (outcome instanceof ReusedGrant) throw new OAuthRefusal('invalid_grant', outcome.message, true);
  return outcome;
}

function issuedTokens(
  { access_expires_at, now }: GrantRequest,
  answer: Record<string, string | undefined>,
): IssuedTokens {
  const { access_token, refresh_token, scope } = answer;
  return {
    access_token: access_token!,
    token_type: 'Bearer',
    expires_in: Math.floor((access_expires_at! - now) / 1000),
    ...(refresh_token && { refresh_token }),
    scope: scope!,
  };
}

function allowedGrantType(app: OAuthApp, name: string | undefined): GrantType {
  if (name === undefined) throw new OAuthRefusal('invalid_request', 'grant_type is missing.');
  const grantType = GRANT_TYPES.find((candidate) => candidate === name);
  if (grantType === undefined) {
    throw new OAuthRefusal('unsupported_grant_type', `grant_type must be one of ${GRANT_TYPES.join(', ')}.`);
  }
  const made = grantType === 'refresh_token' ? 'authorization_code' : grantType;
  if (app.grant_types.includes(made)) return grantType;
  throw new OAuthRefusal('unauthorized_client', `The app was made for ${app.grant_types.join(', ')} only.`);
}

/**
 * The requested scopes, separated by spaces; undefined: the scopes of the grant. The scopes of a code were fixed with
 * the code.
 */
function scopeOf(app: OAuthApp, grantType: GrantType, text: string | undefined): string | undefined {
  if (grantType === 'authorization_code') return undefined;
  const asked = requestedScopes(text, includedScopes(app.scopes));
  if (grantType === 'client_credentials') return (asked ?? app.scopes).join(' ');
  return asked?.join(' ');
}
