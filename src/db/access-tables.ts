import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

export interface ApiKeysTable {
  program_id: number;
  id: Generated<number>;
  name: string;
  key_prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  networks: string[] | null;
  requests_per_second: number | null;
}

export interface RecentRequestsTable {
  program_id: number;
  caller_kind: 'key' | 'app';
  caller_id: number;
  at: Timestamp;
  id: Generated<number>;
  method: string;
  route: string | null;
  status: number;
  ms: number;
  request_id: string;
  aborted: boolean;
}

export type OAuthGrantType = 'authorization_code' | 'client_credentials';

export interface OAuthAppsTable {
  program_id: number;
  id: Generated<number>;
  client_id: string;
  name: string;
  secret_hash: Buffer | null;
  redirect_uris: string[];
  scopes: string[];
  grant_types: OAuthGrantType[];
  created_at: Timestamp;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface OAuthGrantsTable {
  program_id: number;
  id: Generated<number>;
  app_id: number;
  /** The API key that approved the grant, in the time before operators approved grants. */
  key_id: number | null;
  operator_id: number | null;
  scopes: string[];
  code_hash: Buffer;
  code_challenge: string;
  redirect_uri: string;
  code_expires_at: Timestamp;
  redeemed_at: Timestamp | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface OAuthTokensTable {
  program_id: number;
  id: Generated<number>;
  app_id: number;
  grant_id: number | null;
  kind: 'access' | 'refresh';
  token_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  answer: Buffer | null;
  revoked_at: Timestamp | null;
}
