import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { secretHash } from '../core/checked-secret.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { isEmailAddress } from '../customers/email-address.ts';
import { applyGroupRights, NO_GROUP_RIGHTS } from '../operators/group-rights.ts';
import { deleteAccounts } from '../operators/identity-store.ts';
import { deleteFirstAdminLinks, findLinkByHash, type LinkRow, takeLink } from '../operators/link-store.ts';
import { makeLink, type OneTimeLink } from '../operators/new-link.ts';
import {
  findOperatorRow,
  hasAdmin,
  insertOperator,
  lockFirstAdmin,
  lockOperator,
  type OperatorRow,
  updateOperator,
} from '../operators/operator-store.ts';
import { deletePasskeys } from '../operators/passkey-store.ts';
import { hashPassword, passwordComplaint } from '../operators/password.ts';
import { isLinkToken } from '../operators/secrets.ts';
import { deleteSessions } from '../operators/session-store.ts';
import { type Sender, type StartedSession, startSession } from '../operators/start-session.ts';
import type { Deps } from '../programs/deps.ts';

/** Whether the server has no admin, so that a person must become the first one. */
export async function lacksAdmin({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return !(await hasAdmin(db));
}

/** A link with which a person becomes the first admin; null: the server has an admin. */
export async function makeFirstAdminLink(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'publicUrl'>,
): Promise<OneTimeLink | null> {
  return runInTransaction(deps, undefined, async (tx) => {
    await lockFirstAdmin(tx);
    if (await hasAdmin(tx)) return null;
    return makeLink(tx, deps, { purpose: 'first_admin', operator_id: null });
  });
}

/** A link that still works. */
export interface OpenLink {
  purpose: LinkRow['purpose'];
  /** The operator of the link; null: the first admin, who gives the email when joining. */
  operator: Pick<OperatorRow, 'email' | 'name'> | null;
}

/** Reads a link without using it up. Throws `not_found` if it was used, has expired or never was. */
export async function readLink(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<OpenLink> {
  const link = isLinkToken(token) ? await findLinkByHash(deps.db, secretHash(token)) : undefined;
  if (!link || link.expires_at <= deps.clock.real()) throw usedUp();
  const { purpose, operator_id } = link;
  if (operator_id === null) return { purpose, operator: null };
  const operator = await findOperatorRow(deps.db, operator_id);
  if (operator?.disabled_at !== null) throw usedUp();
  return { purpose, operator };
}

export interface Joining {
  token: string;
  /** Read for the first admin only: other links know the email. */
  email: string;
  name: string;
  password: string;
  from: Sender;
}

/**
 * Uses a link: its operator gets the name and the password, loses all former credentials, and is signed in. If several
 * people use one link, or several links for a first admin, one of them succeeds. Throws `not_found` for a link that
 * does not work any more, `invalid_request` with all complaints at once.
 */
export async function joinOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'password_cost'>,
  joining: Joining,
): Promise<StartedSession> {
  const { purpose, operator } = await readLink(deps, joining.token);
  const email = operator?.email ?? joining.email.trim();
  const name = joining.name.trim() || (operator?.name ?? email.split('@')[0]!);
  refuseMisfits({ email, name, password: joining.password });
  const password = await hashPassword(deps, joining.password);
  return runInTransaction(deps, undefined, async (tx) => {
    const now = deps.clock.real();
    // This lock comes before the lock of the link, because the winner deletes the links of the others.
    if (purpose === 'first_admin') await lockFirstAdmin(tx);
    const link = await takeLink(tx, secretHash(joining.token), now);
    if (!link) throw usedUp();
    const id = link.operator_id ?? (await insertFirstAdmin(tx, { email, name, created_at: now }));
    const row = (await lockOperator(tx, id))!;
    if (row.disabled_at !== null) throw usedUp();
    const rest = { totp_secret: null, totp_step: null, joined_at: row.joined_at ?? now };
    await updateOperator(tx, id, { name, password, ...rest });
    await deletePasskeys(tx, id);
    await deleteAccounts(tx, id);
    await deleteSessions(tx, id);
    await applyGroupRights(tx, deps, row, NO_GROUP_RIGHTS);
    await recordAudit(tx, deps, {
      program_id: WHOLE_SERVER,
      actor: { kind: 'operator', id, request_id: joining.from.request_id },
      action: 'operator.joined',
      subject: { kind: 'operator', id },
      details: { credential: 'password' },
    });
    return startSession(tx, deps, id, joining.from);
  });
}

/** Under the lock of the first admin. */
async function insertFirstAdmin(
  tx: Tx,
  operator: { email: string; name: string; created_at: number },
): Promise<number> {
  if (await hasAdmin(tx)) throw usedUp();
  await deleteFirstAdminLinks(tx);
  const id = await insertOperator(tx, { ...operator, is_admin: true });
  if (id !== undefined) return id;
  throw new DomainError(
    'email_already_in_use',
    `There is an operator ${operator.email}. Run: loyaltyd operator invite ${operator.email} --admin`,
  );
}

const LONGEST_NAME = 100;

function refuseMisfits({ email, name, password }: { email: string; name: string; password: string }): void {
  const complaints: Record<string, string> = {};
  if (!isEmailAddress(email)) complaints.email = 'This is no email address.';
  if (name.length > LONGEST_NAME) complaints.name = `A name has at most ${LONGEST_NAME} characters.`;
  const weak = passwordComplaint(password, { email });
  if (weak) complaints.password = weak;
  if (Object.keys(complaints).length === 0) return;
  throw new DomainError('invalid_request', 'Some fields need a look.', { details: complaints });
}

function usedUp(): DomainError {
  return new DomainError('not_found', 'This link was used, or has expired.');
}
