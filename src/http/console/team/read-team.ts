import { listOperators } from '../../../domain/operations/manage-operators.ts';
import type { OperatorRecord } from '../../../domain/operators/operator-store.ts';
import { findSoleOwner } from '../../../domain/operators/owner-store.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';

/** Somebody who has a role in a program. Nothing tells of other programs. */
export interface Member extends Pick<OperatorRecord, 'id' | 'email' | 'name' | 'joined_at' | 'seen_at'> {
  role: Role;
  created_at: number;
  /** Whether the role is that of a group of the identity provider. */
  by_groups: boolean;
  /** Whether nobody else who has joined is an owner, owners by a group aside. */
  is_last_owner: boolean;
}

/** Who has a role in a program, in the order of emails. */
export async function readTeam(deps: Pick<Deps, 'db'>, { id: program_id }: Program): Promise<Member[]> {
  const [operators, soleOwner] = await Promise.all([
    listOperators(deps, program_id),
    findSoleOwner(deps.db, program_id),
  ]);
  return operators.map(({ id, email, name, roles, programs_by_groups, created_at, joined_at, seen_at }) => ({
    ...{ id, email, name, created_at, joined_at, seen_at },
    role: roles[program_id]!,
    by_groups: programs_by_groups.includes(program_id),
    is_last_owner: id === soleOwner,
  }));
}
