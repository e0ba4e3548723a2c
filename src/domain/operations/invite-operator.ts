import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { isEmailAddress } from '../customers/email-address.ts';
import { deleteAccounts, hasAccount } from '../operators/identity-store.ts';
import { refuseLastOwner } from '../operators/last-owner.ts';
import { makeLink, type OneTimeLink } from '../operators/new-link.ts';
import {
  deleteRoles,
  findOperatorByEmail,
  findRole,
  insertOperator,
  insertRole,
  type OperatorRow,
  updateOperator,
} from '../operators/operator-store.ts';
import { lockWithPeers } from '../operators/owner-store.ts';
import { deletePasskeys } from '../operators/passkey-store.ts';
import { endSessionsOfProgram, hasRightsBeside } from '../operators/rights-beside.ts';
import type { Role } from '../operators/roles.ts';
import { deleteSessions } from '../operators/session-store.ts';
import type { Deps } from '../programs/deps.ts';

/** A role in a program, or the whole server. */
export type Grant = { program_id: number; role: Role } | 'admin';

export interface Invitation {
  email: string;
  /** Absent: the part of the email before the @, until the operator says otherwise. */
  name?: string;
  grant: Grant;
  by: Actor;
  /**
   * Whether the inviter manages the whole server. Other inviters get no link for an operator who has rights elsewhere,
   * because with the link they could sign in as that operator.
   */
  whole_server: boolean;
  /** Whether the program may lose its last owner. */
  even_last?: boolean;
}

export interface Invited {
  operator_id: number;
  /** null: the operator has signed in before and needs none, or has rights elsewhere, so that an admin must make it. */
  link: OneTimeLink | null;
  /** Whether the operator has joined. */
  joined: boolean;
}

/**
 * Gives a person a role in a program, or in the whole server, in the place of its present role there. Its sessions end
 * if its rights change, but an inviter who manages one program alone ends none of a person with rights elsewhere. If a
 * right by a group becomes a right by hand, that is a change, because the right then outlives the group. Throws
 * `invalid_request` if the email is none, `last_owner` if the program would have no owner any more, and
 * `insufficient_scope` for an operator who would make the own right by a group permanent, and for an inviter who manages
 * one program alone and invites a person with rights elsewhere, or a revoked one with an account of the provider.
 */
export async function inviteOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'publicUrl'>,
  invitation: Invitation,
): Promise<Invited> {
  const { email, grant, by, even_last = false } = invitation;
  if (!isEmailAddress(email)) {
    throw new DomainError('invalid_request', 'This is no email address.', {
      details: { email: 'must be an email address' },
    });
  }
  return runInTransaction(deps, undefined, async (tx) => {
    const operator = await joinedHere(tx, await lockOrInsert(tx, deps, invitation), invitation);
    const changed = await give(tx, operator, grant, { by, even_last });
    if (changed) {
      if (grant === 'admin' || invitation.whole_server) await deleteSessions(tx, operator.id);
      else await endSessionsOfProgram(tx, operator, grant.program_id);
      await recordAudit(tx, deps, {
        program_id: grant === 'admin' ? WHOLE_SERVER : grant.program_id,
        actor: by,
        action: 'operator.invited',
        subject: { kind: 'operator', id: operator.id },
        details: grant === 'admin' ? { is_admin: true } : { role: grant.role },
      });
    }
    const joined = operator.joined_at !== null;
    const link = await linkFor(tx, deps, operator, grant, invitation.whole_server);
    return { operator_id: operator.id, link, joined };
  });
}

/**
 * Makes a new link for a person who has a role in a program and has not joined, with the role that it has at that
 * moment. Throws `not_found` if it has none there, or no longer.
 */
export async function renewInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'publicUrl'>,
  input: { operator_id: number; program_id: number; by: Actor; whole_server: boolean },
): Promise<Invited & { role: Role }> {
  const { operator_id, program_id, by, whole_server } = input;
  return runInTransaction(deps, undefined, async (tx) => {
    const operator = await lockWithPeers(tx, operator_id);
    const role = operator && (await findRole(tx, operator_id, program_id));
    if (!operator || !role)
      throw new DomainError('not_found', 'This person has no role in the program any more.');
    const link = await linkFor(tx, deps, operator, { program_id, role }, whole_server);
    if (link) {
      await recordAudit(tx, deps, {
        program_id,
        actor: by,
        action: 'operator.invited',
        subject: { kind: 'operator', id: operator_id },
        details: { role, new_link: true },
      });
    }
    return { operator_id, role, link, joined: operator.joined_at !== null };
  });
}

/** A link for an operator who has not joined, if the inviter may make one. */
async function linkFor(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random' | 'publicUrl'>,
  operator: OperatorRow,
  grant: Grant,
  wholeServer: boolean,
): Promise<OneTimeLink | null> {
  if (operator.joined_at !== null) return null;
  if (!wholeServer && (grant === 'admin' || (await hasRightsBeside(tx, operator, grant.program_id))))
    return null;
  return makeLink(tx, deps, { purpose: 'invite', operator_id: operator.id });
}

/**
 * The operator of the email, locked. A revoked operator begins again without rights and without credentials. If the
 * operator has an account of the identity provider, only an admin may do this, because the groups of the account would
 * give their rights again, in other programs too.
 */
async function lockOrInsert(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { email, name, grant, whole_server }: Invitation,
): Promise<OperatorRow> {
  const named = { email, name: name ?? email.split('@')[0]!, is_admin: false };
  await insertOperator(tx, { ...named, created_at: deps.clock.real() });
  const found = (await findOperatorByEmail(tx, email))!;
  const operator = (await lockWithPeers(tx, found.id))!;
  if (operator.disabled_at === null) return operator;
  if (!whole_server && grant !== 'admin' && (await hasAccount(tx, operator.id)))
    throw new DomainError('insufficient_scope', 'Only an admin gives a role to a person who was revoked.');
  await deleteAccounts(tx, operator.id);
  await updateOperator(tx, operator.id, { disabled_at: null, joined_at: null });
  return { ...operator, disabled_at: null, joined_at: null };
}

/**
 * The operator to whom this inviter may give a role. Nobody has shown that the emails of operators are theirs: another
 * program's owner may have invited this email, and have joined by the link, or may have the link. So only an admin gives a
 * role to a person with rights elsewhere. A person who has joined and has no rights left begins again, without
 * credentials, unless the identity provider has confirmed the email: that person signs in as before, and would be locked
 * out by whoever used a link.
 */
async function joinedHere(tx: Tx, operator: OperatorRow, invitation: Invitation): Promise<OperatorRow> {
  const { grant, whole_server } = invitation;
  if (whole_server || grant === 'admin') return operator;
  if ((await findRole(tx, operator.id, grant.program_id)) !== undefined) return operator;
  if (await hasRightsBeside(tx, operator, grant.program_id)) {
    throw new DomainError(
      'insufficient_scope',
      'Only an admin gives a role to a person who has rights elsewhere.',
    );
  }
  if (operator.joined_at === null || (await hasAccount(tx, operator.id))) return operator;
  await deletePasskeys(tx, operator.id);
  const anew = { joined_at: null, password: null, totp_secret: null, totp_step: null };
  await updateOperator(tx, operator.id, anew);
  return { ...operator, ...anew };
}

/** Returns whether the operator may do more, less or something else than before, or for longer. */
async function give(
  tx: Tx,
  operator: OperatorRow,
  grant: Grant,
  { by, even_last }: Required<Pick<Invitation, 'by' | 'even_last'>>,
): Promise<boolean> {
  const is_self = by.kind === 'operator' && by.id === operator.id;
  if (grant === 'admin') {
    if (is_self && operator.admin_by_groups) throw keepsOwnRight();
    await updateOperator(tx, operator.id, { is_admin: true, admin_by_groups: false });
    return !operator.is_admin || operator.admin_by_groups;
  }
  if (grant.role !== 'owner' && !even_last) await refuseLastOwner(tx, operator, [grant.program_id]);
  const [before] = await deleteRoles(tx, operator.id, grant.program_id);
  if (is_self && before?.by_groups) throw keepsOwnRight();
  await insertRole(tx, { ...grant, operator_id: operator.id });
  return before?.role !== grant.role || before.by_groups;
}

function keepsOwnRight(): DomainError {
  return new DomainError(
    'insufficient_scope',
    'Somebody else has to give you by hand what a group gives you.',
  );
}
