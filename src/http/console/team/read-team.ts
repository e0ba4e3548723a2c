import { withOpenSessions } from '../../../domain/operations/manage-member-sessions.ts';
import { listOperators } from '../../../domain/operations/manage-operators.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import type { OperatorRecord } from '../../../domain/operators/operator-store.ts';
import { findSoleOwner } from '../../../domain/operators/owner-store.ts';
import { reachesBeyond } from '../../../domain/operators/rights-beside.ts';
import type { Role } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';

/** A person with a role in a program. It reveals nothing about other programs. */
export interface Member extends Pick<OperatorRecord, 'id' | 'email' | 'name' | 'joined_at' | 'seen_at'> {
  role: Role;
  created_at: number;
  /** Whether the role comes from a group of the identity provider. */
  by_groups: boolean;
  /** Whether no other joined person is an owner. Owners by a group do not count. */
  is_last_owner: boolean;
  /**
   * The number of sessions. It and `seen_at` are null for a person who also has rights elsewhere, unless an admin or
   * that person reads them.
   */
  sessions: number | null;
  /** Whether a session is open. */
  signed_in: boolean;
}

/** The people with a role in a program, in the order of emails, as far as `reader` may know it. */
export async function readTeam(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id: program_id }: Program,
  reader: Pick<SignedInOperator, 'id' | 'is_admin'>,
): Promise<Member[]> {
  const [records, soleOwner] = await Promise.all([
    listOperators(deps, program_id),
    findSoleOwner(deps.db, program_id),
  ]);
  const operators = await withOpenSessions(deps, records);
  return operators.map((operator) => {
    const { id, email, name, roles, programs_by_groups, created_at, joined_at, seen_at } = operator;
    const { is_admin, sessions } = operator;
    const beside = reachesBeyond(program_id, is_admin, Object.keys(roles).map(Number));
    const hidden = beside && !reader.is_admin && reader.id !== id;
    return {
      ...{ id, email, name, created_at, joined_at },
      role: roles[program_id]!,
      by_groups: programs_by_groups.includes(program_id),
      is_last_owner: id === soleOwner,
      seen_at: hidden ? null : seen_at,
      sessions: hidden ? null : sessions,
      signed_in: sessions > 0,
    };
  });
}
