import type { Deps } from '../../domain/programs/deps.ts';
import { SCOPES } from '../../domain/programs/scopes.ts';
import type { App } from '../app-types.ts';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';

/** RFC 8414. If PUBLIC_URL has a path, that path comes after the well-known one (section 3.1). */
export function metadataRoute(app: App, deps: Deps): void {
  const document = metadata(deps.publicUrl);
  const { pathname } = new URL(deps.publicUrl);
  for (const path of pathname === '/' ? [WELL_KNOWN] : [WELL_KNOWN, WELL_KNOWN + pathname]) {
    app.get(path, { config: { scope: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(document),
    );
  }
}

function metadata(issuer: string) {
  const withSecret = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...withSecret, 'none'],
    revocation_endpoint_auth_methods_supported: [...withSecret, 'none'],
    introspection_endpoint_auth_methods_supported: withSecret,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/reference`,
  };
}
