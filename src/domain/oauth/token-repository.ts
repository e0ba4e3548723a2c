import type { OAuthClient, OAuthTokenRepository } from '@jmondi/oauth2-server';
import { secretHash } from '../core/checked-secret.ts';
import { type GrantRequest, NEVER } from './grant-request.ts';
import { lockGrant, updateGrantExpiry } from './grant-store.ts';
import { ACCESS_TOKEN_LIFETIME_MS, approvalEnd, REFRESH_TOKEN_LIFETIME_MS } from './lifetimes.ts';
import { OAuthRefusal } from './refusal.ts';
import { RepeatedRefresh, repeatedAnswer } from './repeated-refresh.ts';
import { ReusedGrant } from './reused-grant.ts';
import { includedScopes } from './scope-list.ts';
import { isRefreshToken, newAccessToken, newRefreshToken } from './secrets.ts';
import { findToken, insertToken, updateTokenUsed } from './token-store.ts';

/**
 * The library calls in this order: get and revoke, if a token is exchanged; then issue, persist, issue the refresh
 * token.
 */
export function tokenRepository(request: GrantRequest, client: OAuthClient): OAuthTokenRepository {
  const { tx, deps, now, app, parameters } = request;

  const insert = (kind: 'access' | 'refresh', token: string, scopes: string[], expires_at: number) =>
    insertToken(tx, {
      program_id: app.program_id,
      app_id: app.id,
      grant_id: request.grant?.id ?? null,
      kind,
      token_hash: secretHash(token),
      scopes,
      created_at: now,
      expires_at,
    });

  return {
    issueToken: async (_client, scopes) => ({
      accessToken: newAccessToken(app.program_id, deps.random),
      accessTokenExpiresAt: NEVER,
      client,
      scopes,
    }),

    async persist({ accessToken, scopes }) {
      const names = scopes.map(({ name }) => name);
      const end = request.grant ? approvalEnd(request.grant) : Number.POSITIVE_INFINITY;
      request.access_expires_at = Math.min(now + ACCESS_TOKEN_LIFETIME_MS, end);
      await insert('access', accessToken, names, request.access_expires_at);
    },

    /** The refresh token has all scopes of the grant, even if the access token has fewer. */
    async issueRefreshToken(token) {
      const grant = request.grant!;
      const refreshToken = newRefreshToken(deps.random);
      const expires_at = Math.min(now + REFRESH_TOKEN_LIFETIME_MS, approvalEnd(grant));
      await insert('refresh', refreshToken, grant.scopes, expires_at);
      await updateGrantExpiry(tx, grant, expires_at);
      return { ...token, refreshToken };
    },

    /** Returns a token only if it may be exchanged now. */
    async getByRefreshToken(refreshToken) {
      const hash = secretHash(refreshToken);
      const known = isRefreshToken(refreshToken) ? await findToken(tx, app, hash) : undefined;
      if (!known) throw notGood();
      const grant = await lockGrant(tx, { program_id: app.program_id, id: known.grant_id! });
      // Read again under the lock, because another transaction may have used the token meanwhile.
      const token = await findToken(tx, app, hash);
      if (!grant || !token || grant.revoked_at !== null) throw notGood();
      request.grant = grant;
      if (token.used_at !== null) {
        const answer = await repeatedAnswer(request, token, refreshToken);
        throw answer ? new RepeatedRefresh(answer) : new ReusedGrant('refresh token');
      }
      if (token.expires_at <= now || approvalEnd(grant) <= now) throw notGood();
      request.exchanged = token;
      const scopes = parameters.scope === undefined ? grant.scopes : includedScopes(grant.scopes);
      return {
        accessToken: '',
        accessTokenExpiresAt: NEVER,
        refreshToken,
        client,
        scopes: scopes.map((name) => ({ name })),
      };
    },

    isRefreshTokenRevoked: async () => false,

    /** Marks the refresh token as used. Its access token expires by itself. */
    async revoke({ refreshToken }) {
      const token = await findToken(tx, app, secretHash(refreshToken!));
      await updateTokenUsed(tx, token!, now);
    },
  };
}

function notGood(): OAuthRefusal {
  return new OAuthRefusal('invalid_grant', 'The refresh token is not valid, was revoked, or has expired.');
}
