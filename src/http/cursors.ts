import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageRequest } from '../domain/core/pagination.ts';
import { everySecret, type Secrets } from '../domain/core/secrets.ts';
import type { Deps } from '../domain/programs/deps.ts';

/** The page on one side of a row. The cursor also carries the listing's order and filters. */
export interface Cursor extends Pick<PageRequest, 'order' | 'filters'> {
  /** `next`: the rows after `id` in the listing's order; `prev`: the rows before it. */
  way: 'next' | 'prev';
  id: number;
}

const TAG_BYTES = 16;

/** A cursor as opaque text. It is bound to `scope`: the endpoint and the program. */
export function encodeCursor(deps: Pick<Deps, 'secret'>, scope: string, cursor: Cursor): string {
  const { way, id, order, filters } = cursor;
  return signCursor(deps, scope, [way, id, order, filters]);
}

/** Returns undefined for a text that this server did not make for this scope. */
export function decodeCursor(deps: Secrets, scope: string, text: string): Cursor | undefined {
  const opened = openCursor<[Cursor['way'], number, Cursor['order'], Cursor['filters']]>(deps, scope, text);
  if (!opened) return undefined;
  const [way, id, order, filters] = opened;
  return { way, id, order, filters };
}

/** Contents of any shape as signed text. Its holder can read them. `openCursor` of the same scope opens it. */
export function signCursor(deps: Pick<Deps, 'secret'>, scope: string, contents: unknown): string {
  const payload = Buffer.from(JSON.stringify(contents));
  return Buffer.concat([tag(deps.secret, scope, payload), payload]).toString('base64url');
}

/** Returns undefined for a text that `signCursor` did not make for this scope. T is the type of the contents. */
export function openCursor<T>(deps: Secrets, scope: string, text: string): T | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Base64url is decoded leniently. Only one text must be valid for a cursor.
  if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(TAG_BYTES);
  const given = bytes.subarray(0, TAG_BYTES);
  const isOurs = everySecret(deps).some((secret) => timingSafeEqual(given, tag(secret, scope, payload)));
  if (!isOurs) return undefined;
  return JSON.parse(payload.toString('utf8'));
}

function tag(secret: Buffer, scope: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`cursor ${scope}\0`)
    .update(payload)
    .digest()
    .subarray(0, TAG_BYTES);
}
