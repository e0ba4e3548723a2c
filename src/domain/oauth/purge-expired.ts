import { deleteExpired } from '../core/expired-store.ts';
import type { Deps } from '../programs/deps.ts';
import { REPEAT_MS } from './lifetimes.ts';
import { deleteTokenAnswers } from './token-store.ts';

/**
 * Deletes expired tokens and codes, except those of the programs `except`; returns how many. A used refresh token stays
 * until its expiry, so that its reuse is detected until then.
 */
export async function purgeExpiredTokens(deps: Deps, except: readonly number[] = []): Promise<number> {
  const before = await deps.clock.shared(deps.db);
  await deleteTokenAnswers(deps.db, before - REPEAT_MS, except);
  const tokens = await deleteExpired(deps.db, 'oauth_tokens', before, except);
  return tokens + (await deleteExpired(deps.db, 'oauth_grants', before, except));
}
