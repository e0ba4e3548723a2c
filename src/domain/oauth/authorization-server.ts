import {
  AuthorizationServer,
  type JwtInterface,
  type OAuthClient,
  type OAuthScopeRepository,
} from '@jmondi/oauth2-server';
import type { OAuthApp } from './app-store.ts';
import { codeRepository } from './code-repository.ts';
import type { GrantRequest } from './grant-request.ts';
import { tokenRepository } from './token-repository.ts';

/** The library has tokens signed that carry claims; ours are opaque, and the claim that is the token is all there is. */
const OPAQUE_TOKENS: JwtInterface = {
  sign: async (claims) => (claims as { jti: string }).jti,
  verify: async () => {
    throw new Error('an opaque token is looked up and not read');
  },
  decode: () => null,
};

/** Which scopes there are, and whose, is decided before the library is asked. */
const CHECKED_SCOPES: OAuthScopeRepository = {
  getAllByIdentifiers: async (names) => names.map((name) => ({ name })),
  finalize: async (scopes) => scopes,
};

/**
 * The library's server for one request: its repositories work within the request's transaction, so that what
 * it does between them (is the code good, issue tokens, mark the code used) is one step to everybody else.
 */
export function authorizationServer(request: GrantRequest): AuthorizationServer {
  const client = clientOf(request.app);
  const server = new AuthorizationServer(
    { getByIdentifier: async () => client, isClientValid: async () => true },
    tokenRepository(request, client),
    CHECKED_SCOPES,
    OPAQUE_TOKENS,
    {
      requiresPKCE: true,
      requiresS256: true,
      useOpaqueAuthorizationCodes: true,
      useOpaqueRefreshTokens: true,
    },
  );
  server.enableGrantType({
    grant: 'authorization_code',
    authCodeRepository: codeRepository(request, client),
    // Who approved is an API key, known by its id.
    userRepository: { getUserByCredentials: async (id) => ({ id }) },
  });
  return server;
}

/** As the library knows an app. Its secret was checked before, and is not handed on. */
function clientOf(app: OAuthApp): OAuthClient {
  return {
    id: app.client_id,
    name: app.name,
    redirectUris: app.redirect_uris,
    allowedGrants: [...app.grant_types, 'refresh_token'],
    scopes: [],
  };
}
