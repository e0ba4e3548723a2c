import type {
  AuthorizationServer,
  JwtInterface,
  OAuthClient,
  OAuthScopeRepository,
} from '@jmondi/oauth2-server';
import type { OAuthApp } from './app-store.ts';
import { codeRepository } from './code-repository.ts';
import type { GrantRequest } from './grant-request.ts';
import { tokenRepository } from './token-repository.ts';

/** The library signs tokens that contain claims. Our tokens are opaque: the signed form of a token is its single id. */
const OPAQUE_TOKENS: JwtInterface = {
  sign: async (claims) => (claims as { jti: string }).jti,
  verify: async () => {
    throw new Error('an opaque token is looked up and not read');
  },
  decode: () => null,
};

/** Scopes are checked before the library is called. */
const CHECKED_SCOPES: OAuthScopeRepository = {
  getAllByIdentifiers: async (names) => names.map((name) => ({ name })),
  finalize: async (scopes) => scopes,
};

/**
 * The library's server for one request. Its repositories work in the request's transaction, so its steps (check the
 * code, issue tokens, mark the code as used) are a single step for all other requests.
 */
export async function authorizationServer(request: GrantRequest): Promise<AuthorizationServer> {
  // The import is lazy: most servers have no apps and save the library's memory.
  const { AuthorizationServer } = await import('@jmondi/oauth2-server');
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
    // The user is the operator who approved the request.
    userRepository: { getUserByCredentials: async (id) => ({ id }) },
  });
  return server;
}

/** The app in the library's form. Its secret was checked before and is not passed on. */
function clientOf(app: OAuthApp): OAuthClient {
  return {
    id: app.client_id,
    name: app.name,
    redirectUris: app.redirect_uris,
    allowedGrants: [...app.grant_types, 'refresh_token'],
    scopes: [],
  };
}
