import { grants, SCOPES, type Scope } from '../programs/scopes.ts';
import { OAuthRefusal } from './refusal.ts';

/**
 * The scopes that a request names, separated by spaces or commas, without repetitions; undefined if it names none.
 * Throws OAuthRefusal invalid_scope if a scope does not exist or is not `allowed`.
 */
export function requestedScopes(
  text: string | undefined,
  allowed: readonly string[],
): readonly Scope[] | undefined {
  const names = [...new Set((text ?? '').split(/[ ,]+/).filter((name) => name !== ''))];
  if (names.length === 0) return undefined;
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new OAuthRefusal('invalid_scope', `There is no scope ${unknown.join(', ')}.`);
  }
  const beyond = names.filter((name) => !grants(allowed, name as Scope));
  if (beyond.length > 0) {
    throw new OAuthRefusal('invalid_scope', `${beyond.join(', ')} goes beyond what the app may be granted.`);
  }
  return names as Scope[];
}

/** All scopes that the scopes `held` include: `write_x` includes `read_x`. */
export function includedScopes(held: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => grants(held, scope));
}

function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}
