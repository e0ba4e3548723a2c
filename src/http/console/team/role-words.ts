import { ROLES } from '../../../domain/operators/roles.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The roles to choose from. */
export function roleOptions({ say }: Pick<ConsoleWording, 'say'>) {
  return ROLES.map((role) => [role, say(`role_${role}_about`)] as const);
}
