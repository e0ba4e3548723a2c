import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import type { OAuthApp } from './app-store.ts';
import type { GrantRow } from './grant-store.ts';
import type { TokenRow } from './token-store.ts';

/** The parameters of a request, each given once. A parameter without a value counts as absent. */
export type Parameters = Readonly<Partial<Record<string, string>>>;

/** One request of an authenticated app, in its transaction. */
export interface GrantRequest {
  tx: Tx;
  deps: Pick<Deps, 'random' | 'secret' | 'formerSecrets'>;
  /** In ms of the wall clock. */
  now: number;
  app: OAuthApp;
  parameters: Parameters;
  /** The grant of the request, once it is known. The code that sets it holds its lock. */
  grant?: GrantRow;
  /** The refresh token that is exchanged. */
  exchanged?: TokenRow;
  /** The expiry of the issued access token. */
  access_expires_at?: number;
}

/**
 * The library reads the machine's clock, while our clock decides. So everything passed to it never expires for it: our
 * repositories pass nothing that has expired.
 */
export const NEVER = new Date(8.64e15);

/** The form of RFC 6749, 5.1. The tokens are shown here only, once. */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  /** Separated by spaces. */
  scope: string;
}
