import type { Generated, JSONColumnType } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export interface ImportsTable {
  program_id: number;
  id: Generated<number>;
  file_name: string;
  file_hash: Buffer;
  options: JSONColumnType<object, string, string>;
  state: 'running' | 'done' | 'reverting' | 'reverted';
  rows_done: Generated<number>;
  created: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  points: Generated<number>;
  spent: Generated<number>;
  pending: Generated<number>;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  leased_until: Timestamp | null;
}

export interface ImportRowsTable {
  program_id: number;
  import_id: number;
  customer_id: number;
  created: boolean;
  points: number;
  spent: Generated<number>;
  adjustment_ids: number[];
  activity_ids: Generated<number[]>;
  before: JSONColumnType<object | null, string | null, string | null>;
  after: JSONColumnType<object, string, string>;
  reverted_at: Timestamp | null;
  kept: string | null;
}

export interface ImportRefusalsTable {
  program_id: number;
  import_id: number;
  line: number;
  reason: string;
}

export interface ImportFilesTable {
  program_id: number;
  id: Generated<number>;
  name: string;
  hash: Buffer;
  layout: Json;
  created_at: Timestamp;
}

export interface ImportFilePartsTable {
  program_id: number;
  file_id: number;
  place: number;
  bytes: Buffer;
}

export interface ImportTasksTable {
  program_id: number;
  id: Generated<number>;
  kind: 'check' | 'run' | 'revert';
  file_id: number | null;
  import_id: number | null;
  choices: JSONColumnType<object | null, string | null, string | null>;
  operator_id: number;
  request_id: string;
  state: Generated<'waiting' | 'done' | 'failed'>;
  done: Generated<number>;
  of_all: number | null;
  outcome: JSONColumnType<object | null, string | null, string | null>;
  mistake: string | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  leased_until: Timestamp | null;
  takes_two: Generated<boolean>;
  approved_by: number | null;
}

export interface CodeImportsTable {
  program_id: number;
  id: Generated<number>;
  reward_id: number;
  kind: 'check' | 'run';
  lines: Buffer;
  operator_id: number;
  request_id: string;
  state: Generated<'waiting' | 'done' | 'failed'>;
  done: Generated<number>;
  of_all: number;
  kept: JSONColumnType<object | null, string | null, string | null>;
  outcome: JSONColumnType<object | null, string | null, string | null>;
  mistake: string | null;
  attempts: Generated<number>;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  leased_until: Timestamp | null;
}
