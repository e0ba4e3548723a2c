import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { authorizationServer } from '../oauth/authorization-server.ts';
import type { AuthorizationRequest } from '../oauth/check-authorization.ts';
import { findOperator, lockOperator } from '../operators/operator-store.ts';
import { may, type Operator, sees } from '../operators/roles.ts';
import type { Deps } from '../programs/deps.ts';
import type { Scope } from '../programs/scopes.ts';

/**
 * The scopes that an operator lacks to approve an app's request. The operator needs the scopes that the app asks for,
 * because no app may do more than its approver, and the right to change the program's configuration. Throws `not_found`
 * if the app's program does not exist for the operator.
 */
export function lackedForApproval(
  operator: Pick<Operator, 'is_admin' | 'roles'>,
  { app, scopes }: Pick<AuthorizationRequest, 'app' | 'scopes'>,
): Scope[] {
  if (!sees(operator, app.program_id)) {
    throw new DomainError('not_found', 'The app belongs to a program in which you have no role.');
  }
  const needed = new Set<Scope>(['write_configuration', ...scopes]);
  return [...needed].filter((scope) => !may(operator, scope, app.program_id));
}

/**
 * Approves an app's request. Returns the address for the browser, which carries the code. Throws DomainError `not_found`
 * or `insufficient_scope` if the operator may not.
 */
export async function approveAuthorization(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secret' | 'formerSecrets'>,
  request: AuthorizationRequest,
  { operator_id, request_id }: { operator_id: number; request_id: string },
): Promise<string> {
  const { app, scopes, redirect_uri, state, code_challenge } = request;
  return runInTransaction(deps, undefined, async (tx) => {
    // Somebody who removes the role either waits for this lock, or was first.
    await lockOperator(tx, operator_id);
    const operator = await findOperator(tx, operator_id);
    const lacked = lackedForApproval(operator ?? { is_admin: false, roles: {} }, request);
    if (lacked.length > 0) {
      throw new DomainError(
        'insufficient_scope',
        `Your role lacks what approving needs: ${lacked.join(', ')}.`,
        {
          details: { scope: lacked.join(' ') },
        },
      );
    }
    const query = {
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri,
      scope: scopes.join(' '),
      code_challenge,
      code_challenge_method: 'S256',
      state,
    };
    const server = await authorizationServer({
      tx,
      deps,
      now: await deps.clock.shared(tx),
      app,
      parameters: query,
    });
    const approved = await server.validateAuthorizationRequest({ headers: {}, query, body: {} });
    approved.user = { id: operator_id };
    approved.isAuthorizationApproved = true;
    const answer = await server.completeAuthorizationRequest(approved);
    await recordAudit(tx, deps, {
      program_id: app.program_id,
      actor: { kind: 'operator', id: operator_id, request_id },
      action: 'app.approved',
      subject: { kind: 'app', id: app.id },
      details: { scopes },
    });
    return answer.headers.location as string;
  });
}
