import type { FastifyRequest } from 'fastify';

export type SecurityEvent =
  /** 401: a credential that does not exist, or none. */
  | 'authentication_failed'
  /** 401: a credential that exists and is not accepted. */
  | 'revoked_credential'
  | 'expired_credential'
  | 'credential_from_other_network'
  /** 403. */
  | 'scope_missing'
  /** 429: an address failed too often within a second. */
  | 'too_many_failures'
  /** An app that does not prove its identity. */
  | 'app_authentication_failed'
  /** A code or a refresh token that is not valid. */
  | 'grant_refused'
  /** Somebody sent a code or a refresh token a second time: one of its two holders is a thief. */
  | 'grant_reused'
  /** Somebody could not sign in to the console. */
  | 'sign_in_failed'
  /** An operator whose role does not allow it. */
  | 'right_missing'
  /** A form that comes from no page of this server, or from another session. */
  | 'foreign_form'
  /** An operator may not approve what an app asks for. */
  | 'approval_refused';

/**
 * Writes a line of the channel `security`, for people who watch for attacks: filter by `channel`. The line contains no
 * secret and no data of a customer.
 */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent): void {
  const { key_id, app_id, program_id } = request.credential ?? NOBODY;
  const operator_id = request.operator?.id ?? null;
  request.log.warn(
    {
      channel: 'security',
      event,
      address: request.ip,
      key_id,
      app_id,
      operator_id,
      program_id,
      method: request.method,
      route: request.routeOptions.url ?? null,
    },
    'security',
  );
}

const NOBODY = { key_id: null, app_id: null, program_id: null };
