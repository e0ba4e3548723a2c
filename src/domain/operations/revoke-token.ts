import { secretHash } from '../core/checked-secret.ts';
import { runInTransaction } from '../core/transaction.ts';
import type { OAuthApp } from '../oauth/app-store.ts';
import { lockGrant, updateGrantRevoked } from '../oauth/grant-store.ts';
import { isAccessToken, isRefreshToken } from '../oauth/secrets.ts';
import { findToken, updateTokenRevoked } from '../oauth/token-store.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * Ends an access token; with a refresh token, every token of its approval (RFC 7009, 2.1). A token that is unknown, or
 * another app's, is not changed, and the caller is not told.
 */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  app: OAuthApp,
  text: string,
): Promise<void> {
  if (!isAccessToken(text) && !isRefreshToken(text)) return;
  await runInTransaction(deps, undefined, async (tx) => {
    const token = await findToken(tx, app, secretHash(text));
    if (!token) return;
    const now = deps.clock.real();
    if (token.kind === 'access') {
      await updateTokenRevoked(tx, token, now);
      return;
    }
    const grant = await lockGrant(tx, { program_id: app.program_id, id: token.grant_id! });
    if (grant) await updateGrantRevoked(tx, grant, now);
  });
}
