import type { FastifyRequest } from 'fastify';
import type { AppCredentials } from '../../domain/oauth/authenticate-app.ts';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';

/**
 * The credentials of the calling app: by HTTP Basic, or by client_id and client_secret in its form (RFC 6749, 2.3.1),
 * but not by both. Throws OAuthRefusal: invalid_client if there are none, invalid_request if there are both.
 */
export function appCredentials(request: FastifyRequest, parameters: Parameters): AppCredentials {
  const { client_id, client_secret } = parameters;
  const { authorization } = request.headers;
  if (authorization === undefined) {
    if (client_id === undefined) throw new OAuthRefusal('invalid_client', 'The app does not say who it is.');
    return { client_id, client_secret };
  }
  const basic = basicCredentials(authorization);
  if (client_secret !== undefined || (client_id !== undefined && client_id !== basic.client_id)) {
    throw new OAuthRefusal(
      'invalid_request',
      'The app says who it is in the Authorization header and in the form.',
    );
  }
  return basic;
}

function basicCredentials(header: string): AppCredentials {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) throw new OAuthRefusal('invalid_client', 'The Authorization header is not HTTP Basic.');
  const client_id = formDecoded(pair.slice(0, colon));
  const client_secret = formDecoded(pair.slice(colon + 1));
  return { client_id, client_secret: client_secret === '' ? undefined : client_secret };
}

/** Both halves are form-encoded before they are joined. A text that cannot be decoded is no secret of this server. */
export function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
