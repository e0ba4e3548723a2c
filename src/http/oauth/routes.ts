import { introspectRoute } from './introspect.ts';
import { metadataRoute } from './metadata.ts';
import { revokeRoute } from './revoke.ts';
import { tokenRoute } from './token.ts';

/** OAuth 2.0: the routes that other people's apps call. Operators approve apps in the console. */
export const OAUTH_ROUTES = [metadataRoute, tokenRoute, revokeRoute, introspectRoute];
