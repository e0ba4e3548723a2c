import type { IncomingMessage } from 'node:http';
import { shardNumberOf } from '../db/shard-numbers.ts';
import { shardNumberOfSecret } from '../domain/core/checked-secret.ts';
import { isAccessToken, isClientId } from '../domain/oauth/secrets.ts';
import { isWellFormedApiKey } from '../domain/programs/api-key.ts';
import { credentials } from '../http/authenticate.ts';
import { formDecoded } from '../http/oauth/app-credentials.ts';
import { isPageToken, pageTokenIn } from '../http/shared/page-token.ts';

/** The path prefix of a schema's pages, console and OAuth endpoints: `/s/3`. The home has none. */
export function shardPath(number: number): string {
  return `/s/${number}`;
}

const PREFIX = /^\/s\/([1-9]\d{0,3})(?=[/?]|$)/;
/** RFC 8414, section 3.1: the path of the issuer comes after the well-known one. */
const METADATA = /^\/\.well-known\/oauth-authorization-server(?:\/[^?]*)?\/s\/([1-9]\d{0,3})(?=\?|$)/;
const SITE = /^\/headless\/2025-06\/(\d{1,16})(?=[/?]|$)/;
const IMAGE = /^\/page\/images\/(\d{1,16})\//;
const SESSION = /^\/page\/([A-Za-z0-9_-]{43})(?=[/?]|$)/;
const PAGE = /^\/page(?=[/?]|$)/;
const REFERRAL = /^\/r\/(\w{1,40})\//;

/** A name in a request that belongs to one program. */
export interface Named {
  kind: 'key' | 'session' | 'referral' | 'app' | 'site' | 'program';
  text: string;
}

/** The schema that a request names. */
export interface RequestPlace {
  /** The number in the request's address, or else in its key or its site; 0: there is none. */
  number: number;
  /** The address without the prefix of the schema. */
  url: string;
  /** The name by which a moved program is found; undefined: the request has no such name, or has it in its body. */
  named: Named | undefined;
  /** Whether the request is a form of an app. Its body may name the app. */
  is_form_of_app: boolean;
}

/**
 * Reads the schema of a request from its address and its headers, without a look-up in any database. `publicUrl`: the
 * address of the home.
 */
export function placeOfRequest(
  { url: whole = '/', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
  publicUrl: string,
): RequestPlace {
  const prefix = PREFIX.exec(whole);
  const said = prefix ?? METADATA.exec(whole);
  const rest = prefix ? whole.slice(prefix[0].length) : whole;
  const url = rest.startsWith('/') ? rest : `/${rest}`;
  const named = namedBy(url, headers) ?? sessionOfPage(url, headers, `${publicUrl}${prefix?.[0] ?? ''}`);
  return {
    number: said ? Number(said[1]) : numberBy(named),
    url,
    named,
    is_form_of_app: method === 'POST' && named === undefined && url.startsWith('/oauth/'),
  };
}

function namedBy(url: string, headers: IncomingMessage['headers']): Named | undefined {
  const given = credentials(headers.authorization);
  // A mistyped key belongs to nobody, and costs no look-up.
  const key = given?.find((text) => isWellFormedApiKey(text) || isAccessToken(text));
  if (key !== undefined) return { kind: 'key', text: key };
  const app = given?.map(formDecoded).find(isClientId);
  if (app !== undefined) return { kind: 'app', text: app };
  for (const [kind, pattern] of [
    ['site', SITE],
    ['program', IMAGE],
    ['session', SESSION],
    ['referral', REFERRAL],
  ] as const) {
    const text = pattern.exec(url)?.[1];
    if (text !== undefined) return { kind, text };
  }
  return url.startsWith('/oauth/') ? appNamed(new URLSearchParams(url.split('?')[1])) : undefined;
}

/** The session of an open page: the browser sends it with the request. */
function sessionOfPage(
  url: string,
  headers: IncomingMessage['headers'],
  publicUrl: string,
): Named | undefined {
  if (!PAGE.test(url)) return undefined;
  const text = pageTokenIn(headers, publicUrl);
  return isPageToken(text) ? { kind: 'session', text } : undefined;
}

/** The app that the parameters of an OAuth request name. */
export function appNamed(parameters: URLSearchParams): Named | undefined {
  const client_id = parameters.get('client_id');
  return client_id !== null && isClientId(client_id) ? { kind: 'app', text: client_id } : undefined;
}

function numberBy(named: Named | undefined): number {
  if (named?.kind === 'key') return shardNumberOfSecret(named.text);
  return named?.kind === 'site' ? shardNumberOf(Number(named.text)) : 0;
}
