/** The error codes of RFC 6749, 4.1.2.1 and 5.2, that this server uses. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied';

/**
 * A refusal of an OAuth request, with the standard's codes. It is thrown, so that the surrounding transaction rolls
 * back.
 */
export class OAuthRefusal extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    /** Whether the credential was valid before, which is a sign of theft. */
    readonly reused = false,
  ) {
    super(message);
    this.name = 'OAuthRefusal';
  }
}

/** The library has codes that the standard does not have. Our checks before the library prevent them. */
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

/** Our form of a refusal by the library. Every other error is returned unchanged. */
export async function asRefusal(error: unknown): Promise<unknown> {
  const { OAuthException } = await import('@jmondi/oauth2-server');
  if (!(error instanceof OAuthException)) return error;
  const code = OF_LIBRARY[error.errorType];
  return code ? new OAuthRefusal(code, `${error.errorDescription ?? error.error}.`) : error;
}
