import type { Generated } from 'kysely';
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
}
