import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasWaitedForConnection, isConflict, isUnavailable } from '../domain/core/database-errors.ts';
import { DomainError, type DomainErrorCode } from '../domain/core/errors.ts';
import { away, collided } from '../domain/core/transaction.ts';
import { MOST_COMPLAINTS } from './complaint-list.ts';
import { type BusyReason, TooBusy } from './fair-share.ts';
import { requestRefused } from './signals.ts';

/** The status of every refusal of the domain. A code without one does not compile. */
export const STATUS_BY_DOMAIN_CODE = {
  invalid_request: 400,
  authentication_required: 401,
  insufficient_scope: 403,
  not_found: 404,
  idempotency_in_progress: 409,
  idempotency_key_reused: 422,
  customer_blocked: 422,
  customer_not_enrolled: 422,
  rule_kind_mismatch: 422,
  rule_not_enabled_for_customer: 422,
  rule_requirements_not_met: 422,
  rule_limit_reached: 422,
  reward_kind_mismatch: 422,
  reward_not_enabled_for_customer: 422,
  reward_limit_reached: 422,
  reward_already_refunded: 422,
  reward_already_used: 422,
  reward_out_of_stock: 422,
  invalid_variant_id: 422,
  max_cart_redemptions_reached: 422,
  insufficient_points: 422,
  activity_already_resolved: 422,
  email_already_in_use: 422,
  invalid_date: 422,
  no_subscription_integration_configured: 422,
  voucher_allocation_failed: 422,
  referee_email_required: 422,
  invalid_referee: 422,
  referrals_not_enabled: 422,
  invalid_referral_id: 422,
  referral_cap_reached: 422,
  fraud_detected: 422,
  no_vouchers_available: 422,
  voucher_already_used: 422,
  voucher_expired: 422,
  insufficient_balance: 422,
  implausible_amount: 422,
  not_a_test_program: 422,
  program_version_moved: 412,
  program_version_required: 428,
  invalid_program_file: 422,
  draft_revision_required: 428,
  draft_moved: 412,
  too_many_drafts: 422,
  draft_conflicts: 422,
  draft_published: 422,
  approval_required: 422,
  last_owner: 422,
  last_admin: 422,
  rate_limited: 429,
  unavailable: 503,
} as const satisfies Record<DomainErrorCode, number>;

/** The refusals of the transport itself, by status. */
const TRANSPORT_ERRORS = {
  400: { code: 'invalid_request', message: 'The request is not valid.' },
  404: { code: 'not_found', message: 'There is nothing at this address.' },
  405: {
    code: 'method_not_allowed',
    message: 'This address does not know that method; the Allow header lists those it knows.',
  },
  408: { code: 'request_timeout', message: 'The request took too long to arrive.' },
  413: { code: 'payload_too_large', message: 'The body is larger than this server accepts.' },
  414: { code: 'uri_too_long', message: 'The address is longer than this server accepts.' },
  415: {
    code: 'unsupported_media_type',
    message: 'A body must be JSON: send Content-Type: application/json, and no Content-Encoding.',
  },
  431: {
    code: 'request_header_fields_too_large',
    message: 'The headers are larger than this server accepts.',
  },
  500: {
    code: 'internal_error',
    message: 'Something went wrong on our side. The request_id finds it in the log.',
  },
} as const;

export type TransportStatus = keyof typeof TRANSPORT_ERRORS;

interface Failure {
  status: number;
  code: string;
  message: string;
  details?: Record<string, unknown>;
  limit?: number;
  headers: Record<string, string>;
}

/** A refusal of the transport: a wrong method, a body of a wrong type. */
export class TransportError extends Error {
  constructor(
    readonly status: TransportStatus,
    readonly headers: Record<string, string> = {},
  ) {
    super(TRANSPORT_ERRORS[status].message);
    this.name = 'TransportError';
  }
}

/** A key or token that is present and not valid. RFC 6750 distinguishes this from an absent one. */
export class InvalidToken extends DomainError {
  constructor(message: string) {
    super('authentication_required', message);
    this.name = 'InvalidToken';
  }
}

/** A 400 that names the wrong parameters: all of them, if they are few. */
export function invalidRequest(details: Record<string, string>): DomainError {
  const message =
    Object.keys(details).length < MOST_COMPLAINTS
      ? 'The request is not valid; details names each parameter and its complaint.'
      : `The request is not valid; details names the first ${MOST_COMPLAINTS} parameters and their complaints.`;
  return new DomainError('invalid_request', message, { details });
}

export function transportFailure(status: TransportStatus, headers: Record<string, string> = {}): Failure {
  return { status, ...TRANSPORT_ERRORS[status], headers };
}

/** The failure that a caller sees for any error. It reveals nothing about the inside of the server. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof DomainError) return describeRefusal(error);
  if (error instanceof TransportError) return transportFailure(error.status, error.headers);
  // An error with a status comes from the transport. If a caller hangs up, a connection is lost, but not the
  // database's.
  const known = (error as Partial<FastifyError> | null)?.statusCode;
  if (known === undefined && (isConflict(error) || isUnavailable(error))) {
    // A write reports its own outcome, so this error comes from a read.
    return describeRefusal(isConflict(error) ? collided(error) : away(error));
  }
  const status = known ?? 500;
  return transportFailure(
    status in TRANSPORT_ERRORS ? (status as TransportStatus) : status < 500 ? 400 : 500,
  );
}

function describeRefusal(refusal: DomainError): Failure {
  const { code, message, extra } = refusal;
  const status = STATUS_BY_DOMAIN_CODE[code];
  const headers: Record<string, string> = {};
  if (status === 401 || status === 403) headers['www-authenticate'] = challenge(refusal);
  if (code === 'unavailable' || code === 'rate_limited' || code === 'idempotency_in_progress') {
    headers['retry-after'] = String(extra.retry_after_seconds ?? 1);
  }
  return {
    status,
    code,
    message,
    ...(extra.details && { details: extra.details }),
    ...(extra.limit !== undefined && { limit: extra.limit }),
    headers,
  };
}

/** The challenge that says which credential is needed (RFC 6750, section 3). */
function challenge(refusal: DomainError): string {
  const realm = 'Bearer realm="loyaltyd"';
  if (refusal.code === 'insufficient_scope')
    return `${realm}, error="insufficient_scope", scope="${refusal.extra.details?.scope}"`;
  return refusal instanceof InvalidToken ? `${realm}, error="invalid_token"` : realm;
}

/** The one shape of every failure. */
export function errorBody({ code, message, details, limit }: Failure, requestId: string) {
  return {
    error: {
      code,
      message,
      ...(details && { details }),
      ...(limit !== undefined && { limit }),
      request_id: requestId,
    },
  };
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = describeFailure(error);
  logFailure(failure, error, request);
  requestRefused.publish(failure.code);
  reply
    .code(failure.status)
    .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', ...failure.headers })
    .type('application/json; charset=utf-8')
    .send(errorBody(failure, request.id));
}

/**
 * Logs a failure that the caller did not cause, with its reason. If the server was busy, the request's own line says
 * so.
 */
export function logFailure(failure: Failure, error: unknown, request: FastifyRequest): void {
  request.busy_reason = busyReason(error);
  if (failure.status < 500 || request.busy_reason) return;
  const level = failure.status === 503 ? 'warn' : 'error';
  request.log[level]({ err: error, route: request.routeOptions.url ?? null }, 'a request failed');
}

/** null: the error is no refusal of a busy server, and its cause deserves a line of its own. */
function busyReason(error: unknown): BusyReason | null {
  if (error instanceof TooBusy) return error.reason;
  const cause = error instanceof DomainError ? error.cause : error;
  return hasWaitedForConnection(cause) ? 'no_connection' : null;
}

/** A whole HTTP/1.1 answer for a connection whose bytes never became a request. */
export function rawFailure(failure: Failure, requestId: string): string {
  const body = JSON.stringify(errorBody(failure, requestId));
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: private, no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
