import type { Variables } from './variables.ts';

/** The right that a group of the provider has. */
interface GivenRole {
  group: string;
  role: 'admin' | (typeof GIVEN_ROLES)[number];
  /** The program's key; null: the whole server. */
  program: string | null;
}

/** The OpenID Connect provider by which operators may sign in to the console, and the rights of its groups. */
export interface SignOnConfig {
  issuer: string;
  client_id: string;
  /** null: the client is public. */
  client_secret: string | null;
  name: string;
  scopes: string;
  groups_claim: string;
  given: readonly GivenRole[];
}

/** The roles that a group may have in a program. Settings cannot import the domain, which has the same list. */
const GIVEN_ROLES = ['owner', 'manager', 'support', 'analyst'] as const;

/** Whether nobody between the two ends can read the traffic. */
export function isUnread({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Returns undefined for a text that is no list of groups with their rights. */
export function givenRoles(text: string): GivenRole[] | undefined {
  const entries = text.split(text.includes(';') ? ';' : ',').map((entry) => entry.trim());
  const given: GivenRole[] = [];
  for (const entry of entries.filter((one) => one !== '')) {
    // The name of a group may contain any character, also "=". So the right comes after the last "=".
    const [, group, right, program = null] = /^(.*\S)\s*=\s*([a-z]+)(?:@(\S+))?$/.exec(entry) ?? [];
    const role = (['admin', ...GIVEN_ROLES] as const).find((one) => one === right);
    if (group === undefined || role === undefined || (role === 'admin') !== (program === null))
      return undefined;
    given.push({ group, role, program });
  }
  return given;
}

export function signOnOf(found: Variables): SignOnConfig | null {
  if (found.OIDC_ISSUER === undefined) return null;
  return {
    issuer: found.OIDC_ISSUER,
    client_id: found.OIDC_CLIENT_ID!,
    client_secret: found.OIDC_CLIENT_SECRET ?? null,
    name: found.OIDC_NAME,
    scopes: found.OIDC_SCOPES,
    groups_claim: found.OIDC_GROUPS_CLAIM,
    given: givenRoles(found.OIDC_ROLES ?? '') ?? [],
  };
}
