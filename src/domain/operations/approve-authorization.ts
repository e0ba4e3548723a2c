import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { authorizationServer } from '../oauth/authorization-server.ts';
import type { AuthorizationRequest } from '../oauth/check-authorization.ts';
import { apiKeyHash, isWellFormedApiKey } from '../programs/api-key.ts';
import type { Deps } from '../programs/deps.ts';
import { keyRefusal } from '../programs/key-refusal.ts';
import { findKeys } from '../programs/key-store.ts';
import { grants, type Scope } from '../programs/scopes.ts';

/**
 * Approves an app's request. The API key must have every scope that the app asks for, and the right to change the
 * program's configuration. Returns the address for the browser, which carries the code. Throws DomainError
 * authentication_required if the key is none of the app's program, insufficient_scope if the key may do less than the
 * app would.
 */
export async function approveAuthorization(
  deps: Pick<Deps, 'db' | 'hot' | 'clock' | 'random' | 'secret' | 'formerSecrets'>,
  request: AuthorizationRequest,
  apiKey: string,
  from: { request_id: string; address: string },
): Promise<string> {
  const keyId = await approvingKey(deps, request, apiKey, from.address);
  const { app, scopes, redirect_uri, state, code_challenge } = request;
  return runInTransaction(deps, undefined, async (tx) => {
    const query = {
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri,
      scope: scopes.join(' '),
      code_challenge,
      code_challenge_method: 'S256',
      state,
    };
    const server = await authorizationServer({ tx, deps, now: deps.clock.real(), app, parameters: query });
    const approved = await server.validateAuthorizationRequest({ headers: {}, query, body: {} });
    approved.user = { id: keyId };
    approved.isAuthorizationApproved = true;
    const answer = await server.completeAuthorizationRequest(approved);
    await recordAudit(tx, deps, {
      program_id: app.program_id,
      actor: { kind: 'key', id: keyId, request_id: from.request_id },
      action: 'app.approved',
      subject: { kind: 'app', id: app.id },
      details: { scopes },
    });
    return answer.headers.location as string;
  });
}

async function approvingKey(
  deps: Pick<Deps, 'hot' | 'clock'>,
  { app, scopes }: AuthorizationRequest,
  apiKey: string,
  address: string,
): Promise<number> {
  const [found] = isWellFormedApiKey(apiKey) ? await findKeys(deps.hot, [apiKeyHash(apiKey)]) : [];
  const isTaken = found && keyRefusal(found, deps.clock.real(), address) === undefined;
  if (!isTaken || found.key_id === null || found.program_id !== app.program_id) {
    throw new DomainError('authentication_required', 'This is not a valid API key of the program.');
  }
  const needed: Scope[] = ['write_configuration', ...scopes];
  const missing = [...new Set(needed)].filter((scope) => !grants(found.scopes, scope));
  if (missing.length > 0) {
    throw new DomainError(
      'insufficient_scope',
      `The key lacks what approving needs: ${missing.join(', ')}.`,
      {
        details: { scope: missing.join(' ') },
      },
    );
  }
  return found.key_id;
}
