import { authorizeRoutes } from './authorize.tsx';
import { introspectRoute } from './introspect.ts';
import { metadataRoute } from './metadata.ts';
import { revokeRoute } from './revoke.ts';
import { tokenRoute } from './token.ts';

/** OAuth 2.0: how apps of others come by access tokens. */
export const OAUTH_ROUTES = [metadataRoute, authorizeRoutes, tokenRoute, revokeRoute, introspectRoute];
