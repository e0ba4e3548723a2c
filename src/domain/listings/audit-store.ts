import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditEntriesTable } from '../../db/audit-tables.ts';
import type { AuditAction, AuditSubject } from '../audit/audit-action.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import {
  type KeysetRange,
  type ListingFilters,
  type Page,
  type PageRequest,
  readPage,
} from '../core/pagination.ts';
import type { Deps } from '../programs/deps.ts';
import { beginReading } from './begin-reading.ts';

/** An audited action, its actor and its subject. `created_at` is of the wall clock, even in a test program. */
export type AuditEntry = Omit<Selectable<AuditEntriesTable>, 'action' | 'subject_kind'> & {
  action: AuditAction;
  subject_kind: AuditSubject['kind'];
};

export interface AuditFilters extends ListingFilters {
  action: AuditAction | null;
  actor_kind: AuditEntry['actor_kind'] | null;
  /** The id of a key, an app or an operator. */
  actor_id: number | null;
}

export interface AuditPageRequest extends PageRequest {
  filters: AuditFilters;
}

/** A page of a program's audited actions. An entry appears when every entry with a lower id is settled. */
export async function listAuditEntries(
  deps: Pick<Deps, 'db' | 'replicas'>,
  programId: number,
  request: AuditPageRequest,
): Promise<Page<AuditEntry>> {
  const { highWater, read } = await beginReading(deps, { sequence: 'audit_ids', namespace: 15 });
  return read(({ db }) =>
    readPage(request, highWater, async (range: KeysetRange) => {
      const { rows } = await sql<AuditEntry>`
        select t.* from audit_entries t
          where ${whereInRange(programId, range)} and ${matching(request.filters)} ${endOf(range)}`.execute(
        db,
      );
      return rows;
    }),
  );
}

function matching({ action, actor_kind, actor_id }: AuditFilters): RawBuilder<SqlBool> {
  const conditions = [sql`true`];
  if (action !== null) conditions.push(sql`t.action = ${action}`);
  if (actor_kind !== null) conditions.push(sql`t.actor_kind = ${actor_kind}`);
  // This condition is for the index: it then gives the entries of commands and of the server in the order of their ids.
  if (actor_kind === 'command' || actor_kind === 'server') conditions.push(sql`t.actor_id is null`);
  if (actor_id !== null) conditions.push(sql`t.actor_id = ${actor_id}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** This many of the latest actions of a kind are searched for the action on one subject. */
const LATEST = 500;

/** The actor of the latest decision on an activity, if the decision is recent. */
export async function findLatestResolution(
  { db }: Pick<Deps, 'db'>,
  programId: number,
  activityId: number,
): Promise<Pick<AuditEntry, 'actor_kind' | 'actor_name'> | undefined> {
  const action: AuditAction = 'activity.resolved';
  const { rows } = await sql<Pick<AuditEntry, 'actor_kind' | 'actor_name'>>`
    select actor_kind, actor_name from (
        select * from audit_entries where program_id = ${programId} and action = ${action} order by id desc limit ${LATEST}) t
      where details -> 'activity_ids' @> ${JSON.stringify([activityId])}::jsonb order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
