import { createHash } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { deleteFailures } from '../operators/failure-store.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { applyGroupRights, NO_GROUP_RIGHTS } from '../operators/group-rights.ts';
import {
  findOperatorByEmail,
  findOperatorRow,
  lockOperator,
  type OperatorRow,
} from '../operators/operator-store.ts';
import { verifyPassword } from '../operators/password.ts';
import { endPresentSession } from '../operators/present-session.ts';
import { noteSignInFailure, readWaits, type Subjects, subjectsOf } from '../operators/sign-in-delay.ts';
import { type Sender, type StartedSession, startSession } from '../operators/start-session.ts';
import { takeCode } from '../operators/take-code.ts';
import type { Deps } from '../programs/deps.ts';

/** An attempt to sign in. */
export interface Attempt {
  from: Sender;
  /** The network under which failures of the address are counted. */
  network: string;
  /** Resolves after this many ms. */
  pause: (ms: number) => Promise<void>;
}

/** The password was right, and a code of the second factor is still needed. */
export interface SecondFactorNeeded {
  operator_id: number;
  /** Identifies the password that was right: after a change of the password the step is refused. */
  password_mark: string;
}

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'password_cost' | 'secret' | 'formerSecrets'>;

/**
 * Signs an operator in by email and password, or says that a code is needed too. The answer and the work are the same
 * whether the email is known, the operator is revoked, or the password is wrong. Throws `authentication_required` then,
 * and `rate_limited` for an address that failed often.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, ...attempt }: Attempt & { email: string; password: string },
): Promise<StartedSession | SecondFactorNeeded> {
  const subjects = subjectsOf(deps.secret, attempt.network, email);
  const failures = await waitForTurn(deps, subjects, attempt);
  const row = await findOperatorByEmail(deps.db, email);
  const operator = row?.disabled_at === null ? row : undefined;
  const holds = await verifyPassword(deps, operator?.password ?? null, password);
  if (!operator || !holds) return refuse(deps, subjects, 'The email or the password is not right.');
  if (operator.totp_secret !== null) {
    return { operator_id: operator.id, password_mark: markOf(operator) };
  }
  return runInTransaction(deps, undefined, async (tx) => {
    const locked = await lockUnchanged(tx, operator.id, markOf(operator));
    if (locked?.totp_secret !== null) throw notRight('Sign in anew.');
    return begin(tx, deps, { operator: locked, subjects, failures, from: attempt.from }, 'password');
  });
}

/**
 * The second step of signing in. A code is accepted once. Throws `authentication_required` for a wrong code, and
 * `rate_limited` as the first step does, or after too many wrong codes of this operator.
 */
export async function signInWithCode(
  deps: SignInDeps,
  { needed, code, ...attempt }: Attempt & { needed: SecondFactorNeeded; code: string; email: string },
): Promise<StartedSession> {
  const subjects = subjectsOf(deps.secret, attempt.network, attempt.email);
  const failures = await waitForTurn(deps, subjects, attempt);
  const started = await runInTransaction(deps, undefined, async (tx) => {
    const operator = await lockUnchanged(tx, needed.operator_id, needed.password_mark);
    if (!operator || !(await takeCode(tx, deps, operator, code))) return undefined;
    return begin(tx, deps, { operator, subjects, failures, from: attempt.from }, 'password and code');
  });
  return started ?? refuse(deps, subjects, 'The code is not right, or was used before.');
}

/**
 * Lets a signed-in operator prove its identity again. A new session replaces the present one. Throws as signing in
 * does.
 */
export async function confirmOperator(
  deps: SignInDeps,
  me: Pick<SignedInOperator, 'id' | 'email' | 'session_id'>,
  { password, code, ...attempt }: Attempt & { password: string; code: string },
): Promise<StartedSession> {
  const subjects = subjectsOf(deps.secret, attempt.network, me.email);
  await waitForTurn(deps, subjects, attempt);
  const row = await findOperatorRow(deps.db, me.id);
  const holds = await verifyPassword(deps, row?.password ?? null, password);
  const started = await runInTransaction(deps, undefined, async (tx) => {
    const operator = row && holds ? await lockUnchanged(tx, me.id, markOf(row)) : undefined;
    if (!operator) return undefined;
    if (operator.totp_secret !== null && !(await takeCode(tx, deps, operator, code))) return undefined;
    const expires_at = await endPresentSession(tx, me);
    return startSession(tx, deps, me.id, attempt.from, { expires_at });
  });
  return started ?? refuse(deps, subjects, 'The password or the code is not right.');
}

/** Waits as long as the failures of the email require. Returns the number of failures. */
async function waitForTurn(deps: SignInDeps, subjects: Subjects, { pause }: Attempt): Promise<number> {
  const { refused_ms, delay_ms, failures } = await readWaits(deps.db, subjects, deps.clock.real());
  if (refused_ms > 0) {
    throw tooManyFailures(refused_ms);
  }
  if (delay_ms > 0) await pause(delay_ms);
  return failures;
}

export function tooManyFailures(refused_ms: number): DomainError {
  return new DomainError('rate_limited', 'Signing in failed too often from here. Wait a little.', {
    retry_after_seconds: Math.ceil(refused_ms / 1000),
  });
}

async function refuse(deps: SignInDeps, subjects: Subjects, message: string): Promise<never> {
  await noteSignInFailure(deps.db, subjects, deps.clock.real());
  throw notRight(message);
}

function notRight(message: string): DomainError {
  return new DomainError('authentication_required', message);
}

/** The operator, locked, if it still has that password; undefined otherwise. */
async function lockUnchanged(tx: Tx, id: number, mark: string): Promise<OperatorRow | undefined> {
  const operator = await lockOperator(tx, id);
  return operator?.disabled_at === null && markOf(operator) === mark ? operator : undefined;
}

function markOf({ password }: OperatorRow): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url');
}

interface Beginning {
  operator: OperatorRow;
  subjects: Subjects;
  failures: number;
  from: Sender;
}

async function begin(
  tx: Tx,
  deps: SignInDeps,
  { operator, subjects, failures, from }: Beginning,
  credential: string,
): Promise<StartedSession> {
  await deleteFailures(tx, subjects.email);
  await applyGroupRights(tx, deps, operator, NO_GROUP_RIGHTS);
  await recordAudit(tx, deps, {
    program_id: WHOLE_SERVER,
    actor: { kind: 'operator', id: operator.id, request_id: from.request_id },
    action: 'operator.signed_in',
    subject: { kind: 'operator', id: operator.id },
    details: { credential, failures_before: failures },
  });
  return startSession(tx, deps, operator.id, from);
}
