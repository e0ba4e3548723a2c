import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import type { OAuthApp } from './app-store.ts';
import type { GrantRow } from './grant-store.ts';
import type { TokenRow } from './token-store.ts';

/** The parameters of a request, each given once; those without a value count as absent. */
export type Parameters = Readonly<Partial<Record<string, string>>>;

/** One request of an app that is known, within its transaction. */
export interface GrantRequest {
  tx: Tx;
  deps: Pick<Deps, 'random' | 'secret' | 'formerSecrets'>;
  /** ms of the wall clock. */
  now: number;
  app: OAuthApp;
  parameters: Parameters;
  /** The grant that the request turned out to be about. Whoever sets it holds its lock. */
  grant?: GrantRow;
  /** The refresh token that is exchanged. */
  exchanged?: TokenRow;
  /** Of the access token that was given. */
  access_expires_at?: number;
}

/**
 * The library reads the machine's clock where ours decides. What it is handed never expires to it: our
 * repositories hand over nothing that has expired.
 */
export const NEVER = new Date(8.64e15);

/** As RFC 6749, 5.1, has it. The tokens are shown here and never again. */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  /** Separated by spaces. */
  scope: string;
}
