import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { isEmailAddress } from '../customers/email-address.ts';
import { auditOwn } from '../operators/change-credentials.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import {
  applyGroupRights,
  type GroupRights,
  type GroupRole,
  rightsOfGroups,
} from '../operators/group-rights.ts';
import {
  type Account,
  findOperatorOfAccount,
  insertAccount,
  updateAccountUsed,
} from '../operators/identity-store.ts';
import { deleteLinksOf } from '../operators/link-store.ts';
import {
  findOperator,
  findOperatorByEmail,
  insertOperator,
  lockOperator,
  type OperatorRow,
  updateOperator,
} from '../operators/operator-store.ts';
import { listPasskeys } from '../operators/passkey-store.ts';
import { endPresentSession } from '../operators/present-session.ts';
import { deleteSessions } from '../operators/session-store.ts';
import { type Sender, type StartedSession, startSession } from '../operators/start-session.ts';
import type { Deps } from '../programs/deps.ts';
import { findProgramId } from '../programs/store.ts';

/** A person, as a verified answer of the identity provider describes it. */
export interface ProvidedPerson extends Account {
  /** null: the provider does not confirm that the email belongs to this person. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
  /**
   * When the person last proved its identity to the provider, in ms of the wall clock; null: the provider does not say.
   */
  proved_at: number | null;
}

const LONGEST_NAME = 100;

/**
 * Signs in a person that the identity provider confirms, with the rights of its groups. From the first sign-in on, the
 * account identifies the operator. Only the first time, an email that the provider confirms leads to the operator, so a
 * change of email never leads to another operator. An unknown person with a right by a group becomes an operator.
 * Throws `authentication_required` for everybody else, and for revoked operators.
 */
export async function signInByProvider(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'logger'>,
  { person, given, from }: { person: ProvidedPerson; given: readonly GroupRole[]; from: Sender },
): Promise<StartedSession> {
  const wanted = rightsOfGroups(person.groups, given, await idsOfPrograms(deps, given));
  const started = await runInTransaction(deps, undefined, async (tx) => {
    const operator = (await lockKnown(tx, person)) ?? (await lockNew(tx, deps, person, wanted, from));
    await applyGroupRights(tx, deps, operator, wanted);
    const { is_admin, roles } = (await findOperator(tx, operator.id))!;
    if (!is_admin && Object.keys(roles).length === 0) {
      // The rights must stay removed, so the transaction commits.
      await deleteSessions(tx, operator.id);
      return undefined;
    }
    const now = deps.clock.real();
    await updateAccountUsed(tx, person, now);
    await auditOwn(tx, deps, operator, from, 'operator.signed_in', {
      credential: CREDENTIAL,
      failures_before: 0,
    });
    // If the provider did not ask the person just now, its answer is no proof for a dangerous action.
    const confirmed_at = Math.min(now, person.proved_at ?? 0);
    return startSession(tx, deps, operator.id, from, { confirmed_at });
  });
  if (!started) throw noRole();
  return started;
}

/**
 * Lets a signed-in operator prove its identity again, by its own account at the provider, which has just asked. A new
 * session replaces the present one. Throws `authentication_required` for the account of another person.
 */
export async function confirmByProvider(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  me: Pick<SignedInOperator, 'id' | 'session_id'>,
  person: Account,
  from: Sender,
): Promise<StartedSession> {
  return runInTransaction(deps, undefined, async (tx) => {
    const operator = await lockOperator(tx, me.id);
    if (operator?.disabled_at !== null || (await findOperatorOfAccount(tx, person)) !== me.id) {
      throw refusal('This is not the account by which you sign in here.');
    }
    const expires_at = await endPresentSession(tx, me);
    await updateAccountUsed(tx, person, deps.clock.real());
    return startSession(tx, deps, me.id, from, { expires_at });
  });
}

/** The name of an account of the provider in the audit. */
export const CREDENTIAL = 'single_sign_on';

async function idsOfPrograms(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  given: readonly GroupRole[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const key of new Set(given.flatMap(({ program }) => program ?? []))) {
    const id = await findProgramId(db, key);
    if (id === undefined) logger.warn({ program: key }, 'OIDC_ROLES names a program that does not exist');
    else ids.set(key, id);
  }
  return ids;
}

/** The operator of a known account, locked; undefined: the account is unknown. */
async function lockKnown(tx: Tx, person: ProvidedPerson): Promise<OperatorRow | undefined> {
  const id = await findOperatorOfAccount(tx, person);
  if (id === undefined) return undefined;
  const operator = await lockOperator(tx, id);
  // This is read again under the lock, because a reset may have removed the account.
  if (operator?.disabled_at !== null || (await findOperatorOfAccount(tx, person)) !== id) throw noRole();
  return operator;
}

/** The operator to whom an unknown account leads, locked. From now on the account identifies the operator. */
async function lockNew(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  person: ProvidedPerson,
  wanted: GroupRights,
  from: Sender,
): Promise<OperatorRow> {
  const { email } = person;
  if (email === null || !isEmailAddress(email)) {
    throw refusal(
      'Your provider does not vouch for the email of this account, so nobody is known by it here.',
    );
  }
  const now = deps.clock.real();
  const name = (person.name?.trim() || email.split('@')[0]!).slice(0, LONGEST_NAME);
  // The email stays with the operator who has it, even a revoked one.
  if (wanted.is_admin || wanted.roles.size > 0) {
    await insertOperator(tx, { email, name, is_admin: false, created_at: now });
  }
  const found = await findOperatorByEmail(tx, email);
  const operator = found && (await lockOperator(tx, found.id));
  if (operator?.disabled_at !== null) throw noRole();
  // The person who used the invitation chose them, and may not be the owner of the email.
  if (operator.password !== null || (await listPasskeys(tx, operator.id)).length > 0) {
    throw refusal(
      'This email signs in here by a password or a passkey. Use that, and link this account at “Your account”, or ask an admin to reset it.',
    );
  }
  if (!(await insertAccount(tx, operator.id, person, now))) {
    throw refusal('Another account of your provider signs in by this email. An admin can reset it.');
  }
  // A link of an invitation or a reset would let another person in beside the account.
  await deleteLinksOf(tx, operator.id);
  const joins = operator.joined_at === null;
  if (joins) await updateOperator(tx, operator.id, { name, joined_at: now });
  const action = joins ? 'operator.joined' : 'operator.credential_added';
  await auditOwn(tx, deps, operator, from, action, { credential: CREDENTIAL });
  return operator;
}

/** The same refusal for a revoked operator as for a person who never was one. */
function noRole(): DomainError {
  return refusal('This account has no role here. Ask an admin for one, or for a group that has one.');
}

function refusal(message: string): DomainError {
  return new DomainError('authentication_required', message);
}
