import { grants, type Scope } from '../programs/scopes.ts';

/** The roles that an operator may have in a program; the role with the most rights comes first. */
export const ROLES = ['owner', 'manager', 'support', 'analyst'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The scopes of each role. A role gives no other right in its program, except that owners manage its operators.
 * Analysts read figures but no customers: they see no email.
 */
export const ROLE_SCOPES = {
  owner: ['write_customers', 'write_orders', 'write_configuration', 'write_reports'],
  manager: ['write_customers', 'write_orders', 'write_configuration', 'write_reports'],
  support: ['write_customers', 'read_orders', 'read_configuration'],
  analyst: ['read_configuration', 'read_reports'],
} as const satisfies Record<Role, readonly Scope[]>;

/** A person who may use the console, with the rights of that person. */
export interface Operator {
  id: number;
  email: string;
  name: string;
  /** An admin may do everything in every program, and manages the operators of the server. */
  is_admin: boolean;
  /** The role in each program, by the program's id. A program without a role does not exist for this operator. */
  roles: Readonly<Record<number, Role>>;
}

/** The right that an action needs: a scope in the program of the action, or one of these. */
export type Right =
  | Scope
  /** Any role in the program of the action. */
  | 'member'
  /** The right to manage the operators of the program of the action. */
  | 'owner'
  /** The right of everybody who is signed in; the action is about that operator only. */
  | 'self'
  /** The right to manage the whole server. */
  | 'admin';

/** Rights that do not belong to a program. */
const OF_NO_PROGRAM = ['self', 'admin'] as const satisfies readonly Right[];

export function isRightInProgram(right: Right): boolean {
  return !(OF_NO_PROGRAM as readonly Right[]).includes(right);
}

/**
 * Whether an operator has a right, for rights in a program in the given one. Everything that this function does not
 * name is denied.
 */
export function may(
  operator: Pick<Operator, 'is_admin' | 'roles'>,
  right: Right,
  programId: number | null,
): boolean {
  if (!isRightInProgram(right)) return operator.is_admin || right === 'self';
  if (programId === null) return false;
  if (operator.is_admin) return true;
  const role = operator.roles[programId];
  if (role === undefined) return false;
  if (right === 'member') return true;
  if (right === 'owner') return role === 'owner';
  return grants(ROLE_SCOPES[role], right as Scope);
}

/** Whether a program exists for an operator. */
export function sees(operator: Pick<Operator, 'is_admin' | 'roles'>, programId: number): boolean {
  return may(operator, 'member', programId);
}
