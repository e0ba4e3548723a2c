import { OAuthException } from '@jmondi/oauth2-server';

/** The error codes of RFC 6749, 4.1.2.1 and 5.2, that we answer with. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied';

/** What OAuth refuses, in its own words. Thrown, so that the transaction around it rolls back. */
export class OAuthRefusal extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    /** Whether what came was good once before: the sign of a thief. */
    readonly reused = false,
  ) {
    super(message);
    this.name = 'OAuthRefusal';
  }
}

/** The library has codes that the standard does not; what we checked before it never comes to those. */
const OF_LIBRARY: Record<string, OAuthErrorCode> = {
  invalid_request: 'invalid_request',
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  invalid_scope: 'invalid_scope',
  unauthorized_scope: 'invalid_scope',
  unauthorized_client: 'unauthorized_client',
  unsupported_grant_type: 'unsupported_grant_type',
  access_denied: 'access_denied',
};

/** A refusal of the library as ours; whatever else it is, as it is. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof OAuthException)) return error;
  const code = OF_LIBRARY[error.errorType];
  return code ? new OAuthRefusal(code, `${error.errorDescription ?? error.error}.`) : error;
}
