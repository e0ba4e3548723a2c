import { runInTransaction } from '../core/transaction.ts';
import { auditOwn, changeCredentials, misfit } from '../operators/change-credentials.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { hasAccount } from '../operators/identity-store.ts';
import { IDLE_MS } from '../operators/lifetimes.ts';
import { findOperatorRow, updateOperator } from '../operators/operator-store.ts';
import { listPasskeys, type PasskeyRow } from '../operators/passkey-store.ts';
import { hashPassword, passwordComplaint } from '../operators/password.ts';
import { deleteSessions, listSessionRecords, type SessionRecord } from '../operators/session-store.ts';
import type { Sender, StartedSession } from '../operators/start-session.ts';
import { newTotpSecret, sealTotpSecret, totpStep } from '../operators/totp.ts';
import type { Deps } from '../programs/deps.ts';

type Me = Pick<SignedInOperator, 'id' | 'session_id'>;

/** The ways to sign in that an operator has, and its sessions. */
export interface OwnAccess {
  has_password: boolean;
  has_totp: boolean;
  /** Oldest first. */
  passkeys: Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'used_at'>[];
  /** Whether it signs in by an account of the identity provider. */
  has_account: boolean;
  sessions: SessionRecord[];
}

export async function readOwnAccess(deps: Pick<Deps, 'db' | 'clock'>, me: Me): Promise<OwnAccess> {
  const now = deps.clock.real();
  const row = await findOperatorRow(deps.db, me.id);
  const sessions = await listSessionRecords(deps.db, me.id, { now, seen_since: now - IDLE_MS });
  const passkeys = await listPasskeys(deps.db, me.id);
  return {
    has_password: row?.password != null,
    has_totp: row?.totp_secret != null,
    passkeys,
    has_account: await hasAccount(deps.db, me.id),
    sessions,
  };
}

/** Ends the session of a request. */
export async function signOut(deps: Pick<Deps, 'db' | 'clock'>, me: Me, from: Sender): Promise<void> {
  await runInTransaction(deps, undefined, async (tx) => {
    const ended = await deleteSessions(tx, me.id, { id: me.session_id });
    if (ended.length > 0) await auditOwn(tx, deps, me, from, 'operator.signed_out', {});
  });
}

/** Ends a session of one's own, or all but that of the request. Returns how many there were. */
export async function endOwnSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  me: Me,
  which: { id: number } | 'others',
  from: Sender,
): Promise<number> {
  return runInTransaction(deps, undefined, async (tx) => {
    const ended = await deleteSessions(tx, me.id, which === 'others' ? { but: me.session_id } : which);
    for (const { id: session_id } of ended) {
      await auditOwn(tx, deps, me, from, 'operator.session_revoked', { session_id });
    }
    return ended.length;
  });
}

/** Changes one's own password. All sessions end; a new one begins. Throws `invalid_request` for a weak one. */
export async function changeOwnPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'password_cost'>,
  me: Me & { email: string },
  chosen: string,
  from: Sender,
): Promise<StartedSession> {
  const weak = passwordComplaint(chosen, me);
  if (weak) throw misfit('password', weak);
  const password = await hashPassword(deps, chosen);
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async () => {
      await updateOperator(tx, me.id, { password });
      await auditOwn(tx, deps, me, from, 'operator.credential_added', { credential: 'password' });
    }),
  );
}

/** A new secret of a second factor. It takes effect after the operator has sent a code of it. */
export const proposeTotpSecret = ({ random }: Pick<Deps, 'random'>): string => newTotpSecret(random);

/**
 * Sets one's own second factor, in the place of a former one, if the code belongs to the new secret. All sessions end;
 * a new one begins. Throws `invalid_request` for a wrong code.
 */
export async function addOwnTotp(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secret'>,
  me: Me,
  { secret, code }: { secret: string; code: string },
  from: Sender,
): Promise<StartedSession> {
  const step = totpStep(secret, code, { now: deps.clock.real(), after: null });
  if (step === undefined) throw misfit('code', 'This is not the code that the app shows now.');
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async () => {
      await updateOperator(tx, me.id, { totp_secret: sealTotpSecret(deps, me.id, secret), totp_step: step });
      await auditOwn(tx, deps, me, from, 'operator.credential_added', { credential: 'totp' });
    }),
  );
}

/** Removes one's own second factor. All sessions end; a new one begins. */
export async function removeOwnTotp(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  me: Me,
  from: Sender,
): Promise<StartedSession> {
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async ({ totp_secret }) => {
      await updateOperator(tx, me.id, { totp_secret: null, totp_step: null });
      if (totp_secret === null) return;
      await auditOwn(tx, deps, me, from, 'operator.credential_removed', { credential: 'totp' });
    }),
  );
}
