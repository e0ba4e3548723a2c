import type { Deps } from '../../domain/programs/deps.ts';
import { publicPath } from '../public-path.ts';

/** The path by which operators reach the console, with the prefix that a proxy adds. */
export function consolePath(deps: Pick<Deps, 'publicUrl'>): string {
  return `${publicPath(deps)}/console`;
}

/** A path of this console from a form or an address, for the way back; otherwise the console's first address. */
export function localPath(base: string, path: string | undefined): string {
  if (path === undefined || !(path === base || path.startsWith(`${base}/`))) return base;
  // A browser treats a backslash as a slash, and resolves dots. Only paths below the console are accepted.
  const { pathname, search, host } = new URL(path, 'http://console.invalid');
  const stays = host === 'console.invalid' && (pathname === base || pathname.startsWith(`${base}/`));
  return stays ? pathname + search : base;
}

/** The path with a query, without its absent parts. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
