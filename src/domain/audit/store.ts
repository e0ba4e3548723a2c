import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Actor } from './actor.ts';
import type { AuditedDeed } from './audit-action.ts';

/** `at`: ms of the wall clock. */
export async function insertAuditEntry(tx: Tx, deed: AuditedDeed, at: number): Promise<void> {
  const { program_id, actor, action, subject, details = {} } = deed;
  await tx
    .insertInto('audit_entries')
    .values({
      program_id,
      ...actorColumns(program_id, actor),
      action,
      subject_kind: subject.kind,
      subject_id: subject.id === null ? null : String(subject.id),
      details: JSON.stringify(details),
      created_at: ts(at),
    })
    .execute();
}

/** The columns in which a table stores the actor. Keys, apps and operators are stored with their present names. */
export function actorColumns(programId: number, actor: Actor) {
  return {
    actor_kind: actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    actor_name: nameOf(programId, actor),
    request_id: 'request_id' in actor ? actor.request_id : null,
  };
}

function nameOf(programId: number, actor: Actor) {
  switch (actor.kind) {
    case 'key':
      return sql<string>`(select name from api_keys where program_id = ${programId} and id = ${actor.id})`;
    case 'app':
      return sql<string>`(select name from oauth_apps where program_id = ${programId} and id = ${actor.id})`;
    case 'operator':
      return sql<string>`(select name from operators where id = ${actor.id})`;
    case 'command':
      return actor.name;
    case 'server':
      return 'server';
  }
}
