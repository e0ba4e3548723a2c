import type { ColumnType, Generated } from 'kysely';
import type { AuditEntriesTable } from './audit-tables.ts';
import type { Json, Timestamp } from './column-types.ts';

export interface ProgramsTable {
  id: Generated<number>;
  key: string;
  name: string;
  currency: string;
  settings: Json;
  test: boolean;
  clock_offset_ms: Generated<number>;
  clock_target_ms: Generated<number>;
  configuration_version: number;
  rates_of_before: ColumnType<Record<string, number>, never, never>;
  points_expiry_since: Timestamp | null;
  created_at: Timestamp;
}

export type EntryKind = 'site' | 'tier' | 'benefit' | 'rule' | 'reward';

export interface ProgramEntriesTable {
  program_id: number;
  id: Generated<number>;
  kind: EntryKind;
  key: string;
  position: number;
  enabled: boolean;
  definition: Json;
  created_at: Timestamp;
}

export interface RewardStockTable {
  program_id: number;
  reward_id: number;
  variant_id: Generated<string>;
  initial: number;
  remaining: number;
  /** How many more than `initial` were given, because `initial` was lowered afterwards. */
  overdrawn: Generated<number>;
}

export interface ProgramVersionsTable {
  program_id: number;
  version: number;
  definition: Json;
  source: string | null;
  note: string | null;
  base_version: number | null;
  rollback_of: number | null;
  reconstructed: Generated<boolean>;
  actor_kind: AuditEntriesTable['actor_kind'];
  actor_id: number | null;
  actor_name: string;
  request_id: string | null;
  created_at: Timestamp;
}

export interface ProgramDraftsTable {
  program_id: number;
  id: Generated<number>;
  base_version: number;
  revision: Generated<number>;
  file: string;
  note: string | null;
  writers: Json;
  published_version: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ProgramFollowUpsTable {
  program_id: number;
  version: number;
  recounted: Json;
  facts_may_give_more: boolean;
  leased_until: Timestamp;
  created_at: Timestamp;
}
