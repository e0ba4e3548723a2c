import type { Deps } from '../domain/programs/deps.ts';

/**
 * The path under which people reach this server, with the prefix that a proxy adds: empty, or without a slash at its
 * end.
 */
export function publicPath({ publicUrl }: Pick<Deps, 'publicUrl'>): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}
