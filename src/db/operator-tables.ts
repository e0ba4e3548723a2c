import type { Generated } from 'kysely';
import type { Timestamp } from './column-types.ts';
import type { CustomerNoteFilesTable } from './customer-tables.ts';
import type { AdjustmentsTable } from './ledger-tables.ts';

export interface OperatorsTable {
  id: Generated<number>;
  email: string;
  name: string;
  is_admin: Generated<boolean>;
  admin_by_groups: Generated<boolean>;
  password: string | null;
  totp_secret: Buffer | null;
  totp_step: number | null;
  created_at: Timestamp;
  joined_at: Timestamp | null;
  disabled_at: Timestamp | null;
  language: string | null;
}

export interface OperatorRolesTable {
  program_id: number;
  operator_id: number;
  role: 'owner' | 'manager' | 'support' | 'analyst';
  by_groups: Generated<boolean>;
}

export interface OperatorSessionsTable {
  id: Generated<number>;
  operator_id: number;
  token_hash: Buffer;
  created_at: Timestamp;
  seen_at: Timestamp;
  expires_at: Timestamp;
  confirmed_at: Timestamp;
  address: string;
  agent: string;
}

export interface OperatorLinksTable {
  id: Generated<number>;
  purpose: 'first_admin' | 'invite' | 'reset';
  operator_id: number | null;
  token_hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface OperatorSpendsTable {
  program_id: number;
  operator_id: number;
  day: string;
  points: number;
}

export interface OperatorRequestsTable {
  program_id: number;
  id: Generated<number>;
  kind: 'points' | 'erasure';
  customer_id: number;
  points: number | null;
  reason_code: AdjustmentsTable['reason_code'];
  note: string | null;
  operator_id: number;
  created_at: Timestamp;
}

export interface OperatorRequestFilesTable {
  program_id: number;
  request_id: number;
  customer_id: number;
  name: string;
  kind: CustomerNoteFilesTable['kind'];
  bytes: Buffer;
}

export interface OperatorPasskeysTable {
  id: Generated<number>;
  operator_id: number;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Timestamp;
  used_at: Timestamp | null;
}

export interface OperatorChallengesTable {
  challenge_hash: Buffer;
  purpose: 'add' | 'sign_in' | 'confirm';
  operator_id: number | null;
  expires_at: Timestamp;
}

export interface OperatorIdentitiesTable {
  issuer: string;
  subject: string;
  operator_id: number;
  created_at: Timestamp;
  used_at: Timestamp;
}

export interface SignInFailuresTable {
  subject: Buffer;
  failures: number;
  last_at: Timestamp;
}
