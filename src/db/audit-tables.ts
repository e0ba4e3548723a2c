import type { Generated, JSONColumnType } from 'kysely';

export interface AuditEntriesTable {
  program_id: number;
  id: Generated<number>;
  actor_kind: 'key' | 'app' | 'operator' | 'command' | 'server';
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  details: JSONColumnType<object, string, string>;
  request_id: string | null;
  created_at: number;
}
