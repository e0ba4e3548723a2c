import { deleteExpired } from '../core/expired-store.ts';
import type { Deps } from '../programs/deps.ts';
import { REPEAT_MS } from './lifetimes.ts';
import { deleteTokenAnswers } from './token-store.ts';

/**
 * Deletes the tokens and codes that have expired; returns how many. Refresh tokens that were used stay until
 * then, so that their reuse is seen for as long as they would have been good.
 */
export async function purgeExpiredTokens(deps: Deps): Promise<number> {
  const before = deps.clock.real();
  await deleteTokenAnswers(deps.db, before - REPEAT_MS);
  const tokens = await deleteExpired(deps.db, 'oauth_tokens', before);
  return tokens + (await deleteExpired(deps.db, 'oauth_grants', before));
}
