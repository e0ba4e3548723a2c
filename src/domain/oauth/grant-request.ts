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
  /** The grant of the request, when it is known. The code that sets it has locked the grant. */
  grant?: GrantRow;
  /** The refresh token that the request exchanges. */
  exchanged?: TokenRow;
  /** The expiry of the issued access token. */
  access_expires_at?: number;
}

/**
 * The library reads the machine's clock, but our clock decides. So the library gets only things that have not expired,
 * and this moment as their expiry.
 */
export const NEVER = new Date(8.64e15);

/** The answer in the form of RFC 6749, 5.1. It shows the tokens only once. */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  /** The scopes, separated by spaces. */
  scope: string;
}
