import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';

export interface DataKeysTable {
  id: Generated<number>;
  origin: 'made' | 'secret_key';
  value: Buffer | null;
  wrapped: Generated<boolean>;
  retired_at: Timestamp | null;
  created_at: Timestamp;
}

export interface BackupRunsTable {
  id: Generated<number>;
  kind: 'create' | 'verify';
  started_at: Timestamp;
  finished_at: Timestamp;
  backup: string | null;
  error: string | null;
}

export interface WebviewSessionsTable {
  program_id: number;
  id: Generated<number>;
  token_hash: Buffer;
  site_id: number;
  customer_id: number | null;
  channel: string;
  language: string;
  currency: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface IdempotencyRecordsTable {
  program_id: number;
  key_hash: Buffer;
  fingerprint: Buffer;
  /** null: there is no answer yet, and `body` is its draft. */
  status: number | null;
  body: Buffer;
  effect_id: number | null;
  customer_id: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface RateWindowsTable {
  program_id: number;
  name: string;
  accepted: Timestamp[];
}
