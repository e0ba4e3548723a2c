import type { Deps } from '../../deps.ts';
import { deleteGrants } from './grant-store.ts';
import { deleteTokens } from './token-store.ts';

const CHUNK = 1000;

/**
 * Deletes the tokens and codes that have expired, a thousand at a time; returns how many. Refresh tokens that
 * were used stay until then, so that their reuse is seen for as long as they would have been good.
 */
export async function purgeExpiredTokens(deps: Deps): Promise<number> {
  const before = deps.clock.real();
  let purged = 0;
  for (const deleteSome of [deleteTokens, deleteGrants]) {
    for (;;) {
      const deleted = await deleteSome(deps.db, before, CHUNK);
      purged += deleted;
      if (deleted < CHUNK) break;
    }
  }
  return purged;
}
