import type { IncomingMessage } from 'node:http';
import { shardNumberOf } from '../db/shard-numbers.ts';
import { shardNumberOfSecret } from '../domain/core/checked-secret.ts';
import { credentials } from '../http/authenticate.ts';

/** The path under which pages, the console and the OAuth endpoints of a schema are: `/s/3`. The home has none. */
export function shardPath(number: number): string {
  return `/s/${number}`;
}

const PREFIX = /^\/s\/([1-9]\d{0,3})(?=[/?]|$)/;
const SITE = /^\/headless\/2025-06\/(\d{1,16})(?=[/?]|$)/;

/** How a request says which schema it is for. */
export interface RequestPlace {
  /** The number in its address, or else in its key; 0: it has none. */
  number: number;
  /** The address without the path of the schema. */
  url: string;
  /** The number alone decides, since it stands in the address. */
  by_address: boolean;
  /** The key or access token, as it came. */
  key: string | undefined;
  site_id: number | undefined;
}

/** Reads the place of a request from its address and its key, without a look into any database. */
export function placeOfRequest({
  url = '/',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): RequestPlace {
  const prefix = PREFIX.exec(url);
  if (prefix) {
    const rest = url.slice(prefix[0].length);
    const inside = rest.startsWith('/') ? rest : `/${rest}`;
    return { number: Number(prefix[1]), url: inside, by_address: true, key: undefined, site_id: undefined };
  }
  const key = credentials(headers.authorization)?.find((text) => text.startsWith('loyalty_'));
  const site = SITE.exec(url);
  const site_id = site ? Number(site[1]) : undefined;
  const number =
    key !== undefined ? shardNumberOfSecret(key) : site_id !== undefined ? shardNumberOf(site_id) : 0;
  return { number, url, by_address: false, key, site_id };
}
