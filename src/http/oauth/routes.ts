import { authorizeRoute } from './authorize.tsx';
import { introspectRoute } from './introspect.ts';
import { metadataRoute } from './metadata.ts';
import { revokeRoute } from './revoke.ts';
import { tokenRoute } from './token.ts';

/** OAuth 2.0: the routes by which other people's apps get access tokens. */
export const OAUTH_ROUTES = [metadataRoute, authorizeRoute, tokenRoute, revokeRoute, introspectRoute];
