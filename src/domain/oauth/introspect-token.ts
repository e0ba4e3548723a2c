import { secretHash } from '../core/checked-secret.ts';
import type { Deps } from '../programs/deps.ts';
import type { OAuthApp } from './app-store.ts';
import { isAccessToken, isRefreshToken } from './secrets.ts';
import { findToken, type TokenRow } from './token-store.ts';

/** A token of the app that is valid now; undefined for every other text, for any reason. */
export async function introspectToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  app: OAuthApp,
  text: string,
): Promise<TokenRow | undefined> {
  if (!isAccessToken(text) && !isRefreshToken(text)) return undefined;
  const token = await findToken(deps.db, app, secretHash(text));
  if (!token || token.revoked_at !== null || token.used_at !== null) return undefined;
  return token.expires_at > deps.clock.real() ? token : undefined;
}
