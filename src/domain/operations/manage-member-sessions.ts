import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { IDLE_MS, SESSION_MS } from '../operators/lifetimes.ts';
import { findOperatorRow, findRole, lockOperator } from '../operators/operator-store.ts';
import { hasRightsBeside } from '../operators/rights-beside.ts';
import {
  countSessions,
  deleteSessions,
  listSessionRecords,
  type SessionRecord,
} from '../operators/session-store.ts';
import type { Deps } from '../programs/deps.ts';

/** A person with a role in a program, whose sessions another person asks about. */
interface OfMember {
  operator_id: number;
  program_id: number;
}

/**
 * `signed_in_at` in ms. A new proof of identity makes a new session, which ends when the former one would have ended.
 */
export type MemberSession = SessionRecord & { signed_in_at: number };

/** These operators, each with the number of its open sessions. */
export async function withOpenSessions<Operator extends { id: number }>(
  deps: Pick<Deps, 'db' | 'clock'>,
  operators: readonly Operator[],
): Promise<(Operator & { sessions: number })[]> {
  const now = deps.clock.real();
  const ids = operators.map(({ id }) => id);
  const open = await countSessions(deps.db, ids, { now, seen_since: now - IDLE_MS });
  return operators.map((operator) => ({ ...operator, sessions: open.get(operator.id) ?? 0 }));
}

/**
 * The open sessions of a person with a role in a program, newest first; undefined: the reader may not see them. The
 * sessions of a person with rights elsewhere belong to other programs too, so only that person and admins see them.
 * Throws `not_found` if the operator has no role in the program.
 */
export async function readMemberSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { operator_id, program_id }: OfMember,
  reader: Pick<SignedInOperator, 'id' | 'is_admin'>,
): Promise<MemberSession[] | undefined> {
  const operator = await findOperatorRow(deps.db, operator_id);
  if (!operator || !(await findRole(deps.db, operator_id, program_id))) throw noMember();
  const theirs = !reader.is_admin && reader.id !== operator_id;
  if (theirs && (await hasRightsBeside(deps.db, operator, program_id))) return undefined;
  const now = deps.clock.real();
  const sessions = await listSessionRecords(deps.db, operator_id, { now, seen_since: now - IDLE_MS });
  return sessions.map((session) => ({ ...session, signed_in_at: session.expires_at - SESSION_MS }));
}

/**
 * Ends one session of a person with a role in a program, or all of them. It holds from the next request on, in every
 * process. Returns how many this call ended. Throws `not_found` if the operator has no role in the program, and
 * `insufficient_scope` if it has rights elsewhere, unless `whole_server`: the caller manages the server.
 */
export async function endMemberSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: OfMember & { which: { id: number } | 'all'; by: Actor; whole_server: boolean },
  hooks?: Hooks<number>,
): Promise<number> {
  const { operator_id, program_id, which, by, whole_server } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    // Every sign-in, every new proof of identity and every change of rights takes this lock, so none makes a session in
    // between.
    const operator = await lockOperator(tx, operator_id);
    if (!operator || !(await findRole(tx, operator_id, program_id))) throw noMember();
    if (!whole_server && (await hasRightsBeside(tx, operator, program_id))) {
      throw new DomainError(
        'insufficient_scope',
        'Only an admin of the server ends sessions of somebody who may do something elsewhere.',
      );
    }
    const ended = await deleteSessions(tx, operator_id, which === 'all' ? {} : which);
    for (const { id: session_id } of ended) {
      await recordAudit(tx, deps, {
        program_id,
        actor: by,
        action: 'operator.session_revoked',
        subject: { kind: 'operator', id: operator_id },
        details: { session_id },
      });
    }
    return ended.length;
  });
}

function noMember(): DomainError {
  return new DomainError('not_found', 'Nobody of this id has a role in the program.');
}
