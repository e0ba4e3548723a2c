import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AuditEntriesTable } from '../../db/audit-tables.ts';
import type { AuditAction, AuditSubject } from '../audit/audit-action.ts';
import { endOf, inStretch } from '../core/keyset-range.ts';
import {
  type ListingFilters,
  type Page,
  type PageRequest,
  readPage,
  type Stretch,
} from '../core/pagination.ts';
import type { Deps } from '../programs/deps.ts';
import { settledId } from './high-water-mark.ts';

/** What was done, by whom and to what. `created_at` is of the wall clock, also in a test program. */
export type AuditEntry = Omit<Selectable<AuditEntriesTable>, 'action' | 'subject_kind'> & {
  action: AuditAction;
  subject_kind: AuditSubject['kind'];
};

export interface AuditFilters extends ListingFilters {
  action: AuditAction | null;
  actor_kind: AuditEntry['actor_kind'] | null;
  /** Of a key or an app. */
  actor_id: number | null;
}

export interface AuditPageRequest extends PageRequest {
  filters: AuditFilters;
}

/** A page of what was done in a program. An entry appears once every one with a lower id is settled. */
export async function listAuditEntries(
  deps: Pick<Deps, 'db'>,
  programId: number,
  request: AuditPageRequest,
): Promise<Page<AuditEntry>> {
  const settled = await settledId(deps, 'audit_ids', 15);
  return readPage(request, settled, async (stretch: Stretch) => {
    const { rows } = await sql<AuditEntry>`
      select t.* from audit_entries t
        where ${inStretch(programId, stretch)} and ${matching(request.filters)} ${endOf(stretch)}`.execute(
      deps.db,
    );
    return rows;
  });
}

function matching({ action, actor_kind, actor_id }: AuditFilters): RawBuilder<SqlBool> {
  const conditions = [sql`true`];
  if (action !== null) conditions.push(sql`t.action = ${action}`);
  if (actor_kind !== null) conditions.push(sql`t.actor_kind = ${actor_kind}`);
  // Said for the index, which then gives commands' and the server's entries in the order of their ids.
  if (actor_kind === 'command' || actor_kind === 'server') conditions.push(sql`t.actor_id is null`);
  if (actor_id !== null) conditions.push(sql`t.actor_id = ${actor_id}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
