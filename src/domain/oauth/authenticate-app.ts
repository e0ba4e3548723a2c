import { timingSafeEqual } from 'node:crypto';
import { secretHash } from '../core/checked-secret.ts';
import type { Deps } from '../programs/deps.ts';
import { findAppByClientId, type OAuthApp } from './app-store.ts';
import { OAuthRefusal } from './refusal.ts';
import { isClientId } from './secrets.ts';

export interface AppCredentials {
  client_id: string;
  client_secret: string | undefined;
}

/**
 * Authenticates the app of a request: by its secret, or a public app by its id alone. Throws OAuthRefusal
 * invalid_client, which is the same for an unknown app and for a wrong secret.
 */
export async function authenticateApp(
  deps: Pick<Deps, 'db'>,
  { client_id, client_secret }: AppCredentials,
): Promise<OAuthApp> {
  const found = isClientId(client_id) ? await findAppByClientId(deps.db, client_id) : undefined;
  if (!found || !holdsSecret(found.secret_hash, client_secret)) {
    throw new OAuthRefusal(
      'invalid_client',
      'There is no such app, it was revoked, or the secret is not its own.',
    );
  }
  return found.app;
}

function holdsSecret(expected: Buffer | null, given: string | undefined): boolean {
  if (expected === null || given === undefined) return expected === null && given === undefined;
  return timingSafeEqual(expected, secretHash(given));
}
