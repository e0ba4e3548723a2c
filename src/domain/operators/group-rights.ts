import type { AuditAction, AuditDetails } from '../audit/audit-action.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import {
  deleteRoles,
  insertRole,
  listRolesOf,
  type OperatorRow,
  type RoleRow,
  updateOperator,
} from './operator-store.ts';
import { ROLES, type Role } from './roles.ts';
import { deleteSessions } from './session-store.ts';

/** The right that a group of the identity provider gives on this server. */
export interface GroupRole {
  group: string;
  role: Role | 'admin';
  /** The program's key; null: the whole server, so members of the group are admins. */
  program: string | null;
}

/** The rights that an operator has by groups. */
export interface GroupRights {
  is_admin: boolean;
  /** By the program's id. */
  roles: ReadonlyMap<number, Role>;
}

/** The rights by groups of an operator who does not sign in by the provider. */
export const NO_GROUP_RIGHTS: GroupRights = { is_admin: false, roles: new Map() };

/**
 * The rights of members of these groups. If several groups give a role in one program, the role with the most rights
 * counts. A program that does not exist gives no right.
 */
export function rightsOfGroups(
  groups: readonly string[],
  given: readonly GroupRole[],
  programIds: ReadonlyMap<string, number>,
): GroupRights {
  const mine = given.filter(({ group }) => groups.includes(group));
  const roles = new Map<number, Role>();
  for (const { role, program } of mine) {
    const id = program === null ? undefined : programIds.get(program);
    if (id === undefined || role === 'admin') continue;
    const other = roles.get(id);
    if (other === undefined || ROLES.indexOf(role) < ROLES.indexOf(other)) roles.set(id, role);
  }
  return { is_admin: mine.some(({ role }) => role === 'admin'), roles };
}

/**
 * Replaces the rights by former groups of a locked operator by the rights of its present groups. Rights that were given
 * by hand stay, and no group changes them. If the rights change, the operator's sessions end. Even the last owner or
 * admin may lose the right, because the provider decides about its groups.
 */
export async function applyGroupRights(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'>,
  operator: Pick<OperatorRow, 'id' | 'is_admin' | 'admin_by_groups'>,
  wanted: GroupRights,
): Promise<void> {
  const held = await listRolesOf(tx, operator.id);
  const lost = held.filter((one) => one.by_groups && wanted.roles.get(one.program_id) !== one.role);
  const gained = [...wanted.roles].filter(([id, role]) => isNew(held, id, role));
  const promoted = wanted.is_admin && !operator.is_admin;
  const demoted = !wanted.is_admin && operator.is_admin && operator.admin_by_groups;
  if (lost.length + gained.length === 0 && !promoted && !demoted) return;
  await deleteSessions(tx, operator.id);
  for (const { program_id, role } of lost) {
    await deleteRoles(tx, operator.id, program_id);
    await audit(tx, deps, operator, 'operator.revoked', program_id, { role, by_groups: true });
  }
  for (const [program_id, role] of gained) {
    await insertRole(tx, { program_id, operator_id: operator.id, role, by_groups: true });
    await audit(tx, deps, operator, 'operator.invited', program_id, { role, by_groups: true });
  }
  if (!promoted && !demoted) return;
  await updateOperator(tx, operator.id, { is_admin: promoted, admin_by_groups: promoted });
  const action = promoted ? 'operator.invited' : 'operator.revoked';
  await audit(tx, deps, operator, action, WHOLE_SERVER, { is_admin: true, by_groups: true });
}

function isNew(held: readonly RoleRow[], programId: number, role: Role): boolean {
  const present = held.find(({ program_id }) => program_id === programId);
  return present === undefined || (present.by_groups && present.role !== role);
}

async function audit<A extends AuditAction>(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'>,
  { id }: Pick<OperatorRow, 'id'>,
  action: A,
  program_id: number,
  details: AuditDetails<A>,
): Promise<void> {
  const subject = { kind: 'operator', id } as const;
  await recordAudit(tx, deps, { program_id, actor: { kind: 'server' }, action, subject, details });
}
