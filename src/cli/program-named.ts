import { secretHash } from '../domain/core/checked-secret.ts';
import { findAppByClientId } from '../domain/oauth/app-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findKeys } from '../domain/programs/key-store.ts';
import { findReferrerHome } from '../domain/referrals/store.ts';
import { sessionTokenHash } from '../domain/webviews/session-token.ts';
import { findWebviewSessionByHash } from '../domain/webviews/store.ts';
import type { Named } from './shard-of-request.ts';

/** The id of the program to which a name belongs in the schema of `deps`; undefined: the name belongs to none there. */
export async function programNamed(
  { db, hot }: Pick<Deps, 'db' | 'hot'>,
  { kind, text }: Named,
): Promise<number | undefined> {
  switch (kind) {
    case 'key':
      return (await findKeys(hot, [secretHash(text)]))[0]?.program_id;
    case 'session':
      return (await findWebviewSessionByHash(db, sessionTokenHash(text)))?.program_id;
    case 'referral':
      return (await findReferrerHome(db, text))?.program_id;
    case 'app':
      return (await findAppByClientId(db, text))?.app.program_id;
    default:
      return undefined;
  }
}
