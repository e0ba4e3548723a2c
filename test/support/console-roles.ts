import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Grant } from '../../src/domain/operations/invite-operator.ts';
import { may, type Right, ROLES, type Role } from '../../src/domain/operators/roles.ts';
import type { TestApp } from './app.ts';
import { programDefinition } from './factories.ts';
import { cookieOf, plainOperator, sessionOf } from './operators.ts';
import { TESTER } from './tester.ts';

/** Everybody whose rights in the program `ours` differ. `stranger`: the owner of the program `theirs` alone. */
export type Who = Role | 'admin' | 'stranger';

export interface SignedIn {
  /** The id of the program `ours`. */
  ours: number;
  cookies: Record<Who, string>;
  allowed: (who: Who, right: Right) => boolean;
}

/** Makes the program `theirs` beside `ours`, and signs in somebody of each kind. */
export async function signInEverybody({ deps }: TestApp): Promise<SignedIn> {
  await applyProgram(deps, programDefinition({ key: 'theirs' }), TESTER);
  const programs = await deps.programs.all();
  const idOf = (key: string) => programs.find((program) => program.key === key)!.id;
  const ours = idOf('ours');
  const signIn = async (grant: Grant) => cookieOf(await sessionOf(deps, await plainOperator(deps, grant)));
  const cookies = {} as Record<Who, string>;
  for (const role of ROLES) {
    cookies[role] = await signIn({ program_id: ours, role });
  }
  cookies.admin = await signIn('admin');
  cookies.stranger = await signIn({ program_id: idOf('theirs'), role: 'owner' });
  const allowed = (who: Who, right: Right) => {
    const roles = ROLES.some((role) => role === who) ? { [ours]: who as Role } : {};
    return may({ is_admin: who === 'admin', roles }, right, ours);
  };
  return { ours, cookies, allowed };
}
