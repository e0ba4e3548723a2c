import type { Deps } from '../domain/programs/deps.ts';

/** The path below which people reach this server, as a proxy adds it: empty, or without a slash at its end. */
export function publicPath({ publicUrl }: Pick<Deps, 'publicUrl'>): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}
