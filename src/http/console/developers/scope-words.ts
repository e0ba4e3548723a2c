import { SCOPES } from '../../../domain/programs/scopes.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** "everything", or the names of the scopes as in the API. */
export function scopesText({ say }: Pick<ConsoleWording, 'say'>, scopes: readonly string[]): string {
  const all = SCOPES.filter((scope) => scope.startsWith('write_')).every((scope) => scopes.includes(scope));
  return all ? say('scope_all') : scopes.join(', ');
}
