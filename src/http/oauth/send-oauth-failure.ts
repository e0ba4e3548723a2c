import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthRefusal } from '../../domain/oauth/refusal.ts';
import { describeFailure, logFailure } from '../errors.ts';
import { logSecurityEvent } from '../security-log.ts';
import { descriptionText } from '../shared/answer-app.ts';

/** No cache may keep tokens or answers about them. */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

interface OAuthFailure {
  status: number;
  error: string;
  description: string;
  headers: Record<string, string>;
}

/** Sends failures of the routes that programs call, in the shape of RFC 6749, 5.2. */
export function sendOAuthFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  noteFailure(error, request);
  const { status, error: code, description, headers } = describe(error, request);
  reply
    .code(status)
    .headers({ 'x-request-id': request.id, ...NO_STORE, ...headers })
    .type('application/json; charset=utf-8')
    .send({ error: code, error_description: descriptionText(description) });
}

/** A wrong secret, code or token counts as a failed authentication of its address. */
function noteFailure(error: unknown, request: FastifyRequest): void {
  if (!(error instanceof OAuthRefusal)) return;
  if (error.code !== 'invalid_client' && error.code !== 'invalid_grant') return;
  request.server.failed_attempts.noteFailure(request.ip);
  if (error.code === 'invalid_client') logSecurityEvent(request, 'app_authentication_failed');
  else logSecurityEvent(request, error.reused ? 'grant_reused' : 'grant_refused');
}

function describe(error: unknown, request: FastifyRequest): OAuthFailure {
  if (error instanceof OAuthRefusal) {
    const unknownApp = error.code === 'invalid_client';
    return {
      status: unknownApp ? 401 : 400,
      error: error.code,
      description: error.message,
      headers: unknownApp ? { 'www-authenticate': 'Basic realm="loyaltyd"' } : {},
    };
  }
  const failure = describeFailure(error);
  logFailure(failure, error, request);
  const { status, message, headers } = failure;
  if (status >= 500) {
    const code = status === 503 ? 'temporarily_unavailable' : 'server_error';
    return { status, error: code, description: message, headers };
  }
  const description = status === 415 ? 'Send the parameters as application/x-www-form-urlencoded.' : message;
  return { status, error: 'invalid_request', description, headers };
}
