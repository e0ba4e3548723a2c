import type { OAuthAuthCodeRepository, OAuthClient } from '@jmondi/oauth2-server';
import { secretHash } from '../core/checked-secret.ts';
import { type GrantRequest, NEVER } from './grant-request.ts';
import { insertGrant, lockGrantByCode, updateGrantRedeemed } from './grant-store.ts';
import { CODE_LIFETIME_MS } from './lifetimes.ts';
import { OAuthRefusal } from './refusal.ts';
import { ReusedGrant } from './reused-grant.ts';
import { isCode, newCode } from './secrets.ts';

/** A code is stored with its grant. The library calls in this order: issue, persist; get, revoke. */
export function codeRepository(request: GrantRequest, client: OAuthClient): OAuthAuthCodeRepository {
  const { tx, deps, now, app, parameters } = request;
  return {
    issueAuthCode: (_client, user, scopes) => ({
      code: newCode(deps.random),
      expiresAt: NEVER,
      client,
      user: user ?? null,
      scopes,
    }),

    async persist({ code, codeChallenge, redirectUri, user, scopes }) {
      if (!codeChallenge || !redirectUri || !user) throw new Error('a code lacks what binds it');
      const code_expires_at = now + CODE_LIFETIME_MS;
      await insertGrant(tx, {
        program_id: app.program_id,
        app_id: app.id,
        key_id: null,
        operator_id: Number(user.id),
        scopes: scopes.map(({ name }) => name),
        code_hash: secretHash(code),
        code_challenge: codeChallenge,
        redirect_uri: redirectUri,
        code_expires_at,
        created_at: now,
        expires_at: code_expires_at,
      });
    },

    /** Returns a code only if it may be redeemed now. The verifier was checked before. */
    async getByIdentifier(code) {
      const grant = isCode(code) ? await lockGrantByCode(tx, app, secretHash(code)) : undefined;
      if (!grant || grant.revoked_at !== null) throw notGood();
      request.grant = grant;
      if (grant.redeemed_at !== null) throw new ReusedGrant('code');
      if (grant.code_expires_at <= now) throw notGood();
      if (parameters.redirect_uri !== undefined && parameters.redirect_uri !== grant.redirect_uri) {
        throw new OAuthRefusal('invalid_grant', 'The redirect_uri is not the one that the code was sent to.');
      }
      return {
        code,
        redirectUri: grant.redirect_uri,
        codeChallenge: grant.code_challenge,
        codeChallengeMethod: 'S256',
        expiresAt: NEVER,
        client,
        scopes: grant.scopes.map((name) => ({ name })),
      };
    },

    isRevoked: async () => false,

    async revoke() {
      await updateGrantRedeemed(tx, request.grant!, now);
    },
  };
}

function notGood(): OAuthRefusal {
  return new OAuthRefusal('invalid_grant', 'The code is not valid, was revoked, or has expired.');
}
