import { secretHash } from '../domain/core/checked-secret.ts';
import { findAppByClientId } from '../domain/oauth/app-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findKeys } from '../domain/programs/key-store.ts';
import { findReferrerHome } from '../domain/referrals/store.ts';
import { sessionTokenHash } from '../domain/webviews/session-token.ts';
import { findWebviewSessionByHash } from '../domain/webviews/store.ts';
import type { Named } from './shard-of-request.ts';

/** Whether the schema of these dependencies has what a request names. */
export async function knowsNamed(
  { db, hot }: Pick<Deps, 'db' | 'hot'>,
  { kind, text }: Named,
): Promise<boolean> {
  switch (kind) {
    case 'key':
      return (await findKeys(hot, [secretHash(text)])).length > 0;
    case 'session':
      return (await findWebviewSessionByHash(db, sessionTokenHash(text))) !== undefined;
    case 'referral':
      return (await findReferrerHome(db, text)) !== undefined;
    case 'app':
      return (await findAppByClientId(db, text)) !== undefined;
    default:
      return false;
  }
}
