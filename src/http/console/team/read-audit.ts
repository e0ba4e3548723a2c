import { AUDIT_ACTIONS } from '../../../domain/audit/audit-action.ts';
import type { Page } from '../../../domain/core/pagination.ts';
import {
  type AuditEntry,
  type AuditFilters,
  listAuditEntries,
} from '../../../domain/listings/audit-store.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { PagePlace } from '../page-place.ts';
import { ACTOR_KINDS } from './audit-words.ts';

const ON_A_PAGE = 50;

/** A question for actions; null: any. */
export type AuditQuestion = Pick<AuditFilters, 'action' | 'actor_kind' | 'actor_id'>;

/**
 * The question in a query: `actor` is a kind, or a kind and an id, such as `operator-12`. Unknown values are ignored.
 */
export function auditQuestion(query: Readonly<Record<string, string | undefined>>): AuditQuestion {
  const [, word, id] = /^([a-z]+)(?:-(\d{1,15}))?$/.exec(query.actor ?? '') ?? [];
  const actor_kind = ACTOR_KINDS.find((kind) => kind === word) ?? null;
  return {
    action: AUDIT_ACTIONS.find((action) => action === query.action) ?? null,
    actor_kind,
    actor_id: actor_kind === null || id === undefined ? null : Number(id),
  };
}

/** The word of an actor in a query. */
export function actorWord({ actor_kind, actor_id }: Pick<AuditQuestion, 'actor_kind' | 'actor_id'>): string {
  return actor_id === null ? (actor_kind ?? '') : `${actor_kind}-${actor_id}`;
}

export interface ReadAudit {
  page: Page<AuditEntry>;
  /** The present names of the operators who are the subjects of actions. */
  names: ReadonlyMap<number, string>;
}

/** A page of the actions on a program, newest first. */
export async function readAudit(
  deps: Pick<Deps, 'db'>,
  program: Program,
  question: AuditQuestion,
  place: PagePlace | null,
): Promise<ReadAudit> {
  const window = { customer_id: null, since_id: null, created_at_min: null, created_at_max: null };
  const page = await listAuditEntries(deps, program.id, {
    order: 'newest_first',
    filters: { ...window, ...question },
    from: place,
    limit: ON_A_PAGE,
    offset: 0,
  });
  const operators = page.rows.filter(({ subject_kind }) => subject_kind === 'operator');
  return {
    page,
    names: await namesOfOperators(
      deps.db,
      operators.map(({ subject_id }) => Number(subject_id)),
    ),
  };
}
