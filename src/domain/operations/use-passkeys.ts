import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { applyGroupRights, NO_GROUP_RIGHTS } from '../operators/group-rights.ts';
import { lockOperator, type OperatorRow } from '../operators/operator-store.ts';
import { findPasskey, insertUsedChallenge, updatePasskeyUsed } from '../operators/passkey-store.ts';
import {
  knownChallenge,
  type PasskeyAnswer,
  type RequestOptions,
  readAnswer,
  requestOptions,
  verifiedUse,
} from '../operators/passkeys.ts';
import { endPresentSession } from '../operators/present-session.ts';
import { noteAddressFailure, refusedFor } from '../operators/sign-in-delay.ts';
import { type StartedSession, startSession } from '../operators/start-session.ts';
import type { Deps } from '../programs/deps.ts';
import { type Attempt, tooManyFailures } from './sign-in.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secret' | 'publicUrl'>;
type Me = Pick<SignedInOperator, 'id' | 'session_id'>;

/**
 * The options with which a browser asks for a passkey: any passkey at a sign-in, or one of the operator who proves its
 * identity. Nothing is written.
 */
export async function askForPasskey(
  deps: Omit<PasskeyDeps, 'db'>,
  me: Pick<Me, 'id'> | null,
): Promise<RequestOptions> {
  return requestOptions(deps, purposeOf(me));
}

/**
 * Signs in the operator whom a passkey names. It counts as both factors, because the device has verified the person.
 * Throws `authentication_required` if the passkey cannot be verified, and `rate_limited` for an address that failed
 * often.
 */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  { answer, ...attempt }: Attempt & { answer: string },
): Promise<StartedSession> {
  return withPasskey(deps, answer, attempt, null, async (tx, operator) => {
    const { id } = operator;
    await applyGroupRights(tx, deps, operator, NO_GROUP_RIGHTS);
    await recordAudit(tx, deps, {
      program_id: WHOLE_SERVER,
      actor: { kind: 'operator', id, request_id: attempt.from.request_id },
      action: 'operator.signed_in',
      subject: { kind: 'operator', id },
      details: { credential: 'passkey' },
    });
    return startSession(tx, deps, id, attempt.from);
  });
}

/**
 * Lets a signed-in operator prove its identity again, by its own passkey. A new session replaces the present one.
 * Throws as signing in does.
 */
export async function confirmWithPasskey(
  deps: PasskeyDeps,
  me: Me,
  { answer, ...attempt }: Attempt & { answer: string },
): Promise<StartedSession> {
  return withPasskey(deps, answer, attempt, me, async (tx) => {
    const expires_at = await endPresentSession(tx, me);
    return startSession(tx, deps, me.id, attempt.from, { expires_at });
  });
}

async function withPasskey(
  deps: PasskeyDeps,
  text: string,
  { network }: Attempt,
  me: Me | null,
  then: (tx: Tx, operator: OperatorRow) => Promise<StartedSession>,
): Promise<StartedSession> {
  const refused_ms = await refusedFor(deps, network);
  if (refused_ms > 0) throw tooManyFailures(refused_ms);
  const answer = readAnswer(text);
  const started = answer && (await verified(deps, answer, me, then));
  if (started) return started;
  await noteAddressFailure(deps, network);
  throw new DomainError('authentication_required', 'This passkey is not known here, or took too long.');
}

async function verified(
  deps: PasskeyDeps,
  answer: PasskeyAnswer,
  me: Me | null,
  then: (tx: Tx, operator: OperatorRow) => Promise<StartedSession>,
): Promise<StartedSession | undefined> {
  const challenge = knownChallenge(deps, answer, purposeOf(me));
  if (challenge === undefined) return undefined;
  return runInTransaction(deps, undefined, async (tx) => {
    const found = await findPasskey(tx, answer.credential_id);
    if (!found || (me && found.operator_id !== me.id)) return undefined;
    const operator = await lockOperator(tx, found.operator_id);
    // This is read again under the lock: the passkey may have been removed, or its counter may have increased.
    const passkey = await findPasskey(tx, answer.credential_id);
    if (operator?.disabled_at !== null || !passkey) return undefined;
    const counter = await verifiedUse(deps, passkey, answer);
    if (counter === undefined || !(await insertUsedChallenge(tx, challenge))) return undefined;
    await updatePasskeyUsed(tx, passkey.id, { counter, used_at: deps.clock.real() });
    return then(tx, operator);
  });
}

function purposeOf(me: Pick<Me, 'id'> | null) {
  return me
    ? ({ purpose: 'confirm', operator_id: me.id } as const)
    : ({ purpose: 'sign_in', operator_id: null } as const);
}
