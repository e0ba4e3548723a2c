import { ROLES, type Role } from '../../../domain/operators/roles.ts';

const ROLE_WORDS: Record<Role, string> = {
  owner: 'Owner: everything, and this team',
  manager: 'Manager: everything but this team',
  support: 'Support: customers and what they have, no figures',
  analyst: 'Analyst: figures, no customer',
};

/** The roles to choose from. */
export const ROLE_OPTIONS = ROLES.map((role) => [role, ROLE_WORDS[role]] as const);
