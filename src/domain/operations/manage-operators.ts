import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { DomainError } from '../core/errors.ts';
import type { Page, PageRequest } from '../core/pagination.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { deleteAccounts } from '../operators/identity-store.ts';
import { refuseLastAdmin, refuseLastOwner } from '../operators/last-owner.ts';
import { deleteLinksOf } from '../operators/link-store.ts';
import { makeLink, type OneTimeLink } from '../operators/new-link.ts';
import {
  deleteRoles,
  findOperatorByEmail,
  listOperatorPage as listOperatorRecordPage,
  listOperators as listOperatorRecords,
  listProgramsOf,
  type OperatorRecord,
  type OperatorRow,
  updateOperator,
} from '../operators/operator-store.ts';
import { lockWithPeers } from '../operators/owner-store.ts';
import { deletePasskeys } from '../operators/passkey-store.ts';
import { endSessionsOfProgram } from '../operators/rights-beside.ts';
import { deleteSessions } from '../operators/session-store.ts';
import type { Deps } from '../programs/deps.ts';

/** In the order of emails, revoked ones included. `programId` null: all of the server. */
export async function listOperators(
  deps: Pick<Deps, 'db'>,
  programId: number | null,
): Promise<OperatorRecord[]> {
  return listOperatorRecords(deps.db, programId);
}

/** A page of all operators of the server in the order of emails, revoked ones last. */
export async function listOperatorPage(
  deps: Pick<Deps, 'db'>,
  request: Pick<PageRequest, 'from' | 'limit'>,
): Promise<Page<OperatorRecord>> {
  return listOperatorRecordPage(deps.db, request);
}

/**
 * Removes an operator's role in a program or, with `program_id` null, everything: roles, credentials, sessions and
 * links. It holds from the next request on, in every process. Sessions of a person who keeps rights elsewhere stay.
 * Returns whether this call changed something. Throws `not_found` if there is no such operator; `last_owner` or
 * `last_admin` if a program would have no owner left, or the server no admin, unless `even_last` allows it.
 */
export async function revokeOperator(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { email: string; program_id: number | null; by: Actor; even_last?: boolean },
): Promise<boolean> {
  const { email, program_id, by, even_last = false } = input;
  return runInTransaction(deps, undefined, async (tx) => {
    const operator = await lockByEmail(tx, email);
    if (!even_last) await refuseLast(tx, operator, program_id);
    const roles = await deleteRoles(tx, operator.id, program_id);
    const whole = program_id === null && operator.disabled_at === null;
    if (!whole && roles.length === 0) return false;
    if (program_id === null) await deleteSessions(tx, operator.id);
    else await endSessionsOfProgram(tx, operator, program_id);
    if (whole) {
      await deleteLinksOf(tx, operator.id);
      await deletePasskeys(tx, operator.id);
      // Its accounts of the provider stay, so that the server goes on refusing them.
      const none = {
        is_admin: false,
        admin_by_groups: false,
        password: null,
        totp_secret: null,
        totp_step: null,
      };
      await updateOperator(tx, operator.id, { ...none, disabled_at: deps.clock.real() });
    }
    const deed = {
      actor: by,
      action: 'operator.revoked',
      subject: { kind: 'operator', id: operator.id },
    } as const;
    for (const { program_id, role } of roles) {
      await recordAudit(tx, deps, { ...deed, program_id, details: { role } });
    }
    if (whole) await recordAudit(tx, deps, { ...deed, program_id: WHOLE_SERVER });
    return true;
  });
}

/** `programId` null: the operator loses everything. */
async function refuseLast(tx: Tx, operator: OperatorRow, programId: number | null): Promise<void> {
  await refuseLastOwner(
    tx,
    operator,
    programId === null ? await listProgramsOf(tx, operator.id) : [programId],
  );
  if (programId === null) await refuseLastAdmin(tx, operator);
}

/**
 * Removes an operator's credentials, ends its sessions, and makes a link with which it chooses new ones. Its rights
 * stay. Throws `not_found` if there is no such operator, or it was revoked.
 */
export async function resetOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'publicUrl'>,
  input: { email: string; by: Actor },
): Promise<OneTimeLink> {
  return runInTransaction(deps, undefined, async (tx) => {
    const operator = await lockByEmail(tx, input.email);
    if (operator.disabled_at !== null) throw unknownOperator(input.email);
    await deleteSessions(tx, operator.id);
    await deletePasskeys(tx, operator.id);
    await deleteAccounts(tx, operator.id);
    await updateOperator(tx, operator.id, { password: null, totp_secret: null, totp_step: null });
    await recordAudit(tx, deps, {
      program_id: WHOLE_SERVER,
      actor: input.by,
      action: 'operator.reset',
      subject: { kind: 'operator', id: operator.id },
    });
    return makeLink(tx, deps, { purpose: 'reset', operator_id: operator.id });
  });
}

async function lockByEmail(tx: Tx, email: string): Promise<OperatorRow> {
  const found = await findOperatorByEmail(tx, email);
  if (!found) throw unknownOperator(email);
  return (await lockWithPeers(tx, found.id))!;
}

function unknownOperator(email: string): DomainError {
  return new DomainError('not_found', `There is no operator ${email}.`);
}
