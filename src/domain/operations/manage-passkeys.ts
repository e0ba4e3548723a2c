import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { auditOwn, changeCredentials, misfit } from '../operators/change-credentials.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import {
  deletePasskeys,
  insertPasskey,
  insertUsedChallenge,
  listPasskeys,
} from '../operators/passkey-store.ts';
import {
  type CreationOptions,
  creationOptions,
  knownChallenge,
  readAnswer,
  verifiedNew,
} from '../operators/passkeys.ts';
import type { Sender, StartedSession } from '../operators/start-session.ts';
import type { Deps } from '../programs/deps.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secret' | 'publicUrl'>;
type Me = Pick<SignedInOperator, 'id' | 'email' | 'name' | 'session_id'>;

const MOST_PASSKEYS = 20;
const LONGEST_NAME = 60;

/**
 * The options by which a browser makes a passkey. A device that already has a passkey of the operator makes no second
 * one.
 */
export async function proposePasskey(deps: PasskeyDeps, me: Me): Promise<CreationOptions> {
  return creationOptions(deps, me, await listPasskeys(deps.db, me.id));
}

/**
 * Adds a passkey of one's own. All sessions end; a new one begins. Throws `invalid_request` if the passkey cannot be
 * verified.
 */
export async function addOwnPasskey(
  deps: PasskeyDeps,
  me: Me,
  { name, answer: text }: { name: string; answer: string },
  from: Sender,
): Promise<StartedSession> {
  const named = name.trim() || 'A passkey';
  if (named.length > LONGEST_NAME) throw misfit('name', `A name has at most ${LONGEST_NAME} characters.`);
  const answer = readAnswer(text);
  const challenge = answer && knownChallenge(deps, answer, { purpose: 'add', operator_id: me.id });
  const made = challenge && (await verifiedNew(deps, answer));
  if (!made) throw NONE_MADE();
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async () => {
      if (!(await insertUsedChallenge(tx, challenge))) throw NONE_MADE();
      if ((await listPasskeys(tx, me.id)).length >= MOST_PASSKEYS) {
        throw misfit('passkey', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);
      }
      const created_at = deps.clock.real();
      const added = await insertPasskey(tx, { ...made, operator_id: me.id, name: named, created_at });
      if (!added) throw misfit('passkey', 'This passkey is known here.');
      await auditOwn(tx, deps, me, from, 'operator.credential_added', { credential: 'passkey' });
    }),
  );
}

const NONE_MADE = () => misfit('passkey', 'The browser made no passkey, or it took too long. Try again.');

/** Removes a passkey of one's own. All sessions end; a new one begins. */
export async function removeOwnPasskey(
  deps: PasskeyDeps,
  me: Pick<Me, 'id' | 'session_id'>,
  id: number,
  from: Sender,
): Promise<StartedSession> {
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async () => {
      const removed = await deletePasskeys(tx, me.id, id);
      if (removed === 0) throw new DomainError('not_found', 'You have no such passkey.');
      await auditOwn(tx, deps, me, from, 'operator.credential_removed', { credential: 'passkey' });
    }),
  );
}
