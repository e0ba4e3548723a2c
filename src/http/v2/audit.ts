import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/audit/actor.ts';
import { AUDIT_ACTIONS, AUDIT_DETAILS, AUDIT_SUBJECTS } from '../../domain/audit/audit-action.ts';
import {
  type AuditEntry,
  type AuditFilters,
  type AuditPageRequest,
  listAuditEntries,
} from '../../domain/listings/audit-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { Id, Nullable, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';

const ACTOR_KINDS = [
  'key',
  'app',
  'operator',
  'command',
  'server',
] as const satisfies readonly Actor['kind'][];

/** The details of each action, for the document: "- `points.added`: `points`, `adjustment_id`". */
const DETAILS_TOLD = Object.entries(AUDIT_DETAILS)
  .filter(([, members]) => members.length > 0)
  .map(([action, members]) => `- \`${action}\`: ${members.map((member) => `\`${member}\``).join(', ')}`)
  .join('\n');

const AuditEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    created_at: Timestamp({ description: 'The moment by the wall clock, also in a test program.' }),
    actor: Type.Object({
      kind: StringEnum(ACTOR_KINDS, {
        description:
          '`operator`: a person in the console. `command`: a command on the command line of the server. `server`: the server itself.',
      }),
      id: Nullable(
        Type.Integer({ description: 'The id of the key, the app or the operator. Null for other actors.' }),
      ),
      name: Type.String({
        description: 'The name that the key, the app or the operator had then, or the command.',
        examples: ['back office', 'program apply'],
      }),
    }),
    action: StringEnum(AUDIT_ACTIONS),
    subject: Type.Object({
      kind: StringEnum(AUDIT_SUBJECTS),
      id: Nullable(Type.String({ description: "The server's own id of the subject, as text." })),
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Further facts: points, ids, keys of the program file, names of fields. They never hold a secret, ' +
        `a code, or anything that tells who a customer is. By action:\n\n${DETAILS_TOLD}`,
    }),
    request_id: Nullable(
      Type.String({
        description: 'The id of the request that did it, as in its `X-Request-Id` and in the log.',
      }),
    ),
  },
  { title: 'AuditEntry' },
);

const AuditListSchema = Type.Object(
  { audit_entries: Type.Array(AuditEntrySchema), cursor: CursorPairSchema },
  { title: 'AuditList' },
);

const QuerySchema = Type.Object({
  ...LISTING_PARAMETERS,
  action: Type.Optional(StringEnum(AUDIT_ACTIONS, { description: 'Only this action.' })),
  actor_kind: Type.Optional(StringEnum(ACTOR_KINDS, { description: 'Only entries of this kind of actor.' })),
  actor_id: Type.Optional(Id({ description: 'Only entries of the key, app or operator with this id.' })),
});

export function listAuditRoute(app: App, deps: Deps): void {
  const address = { endpoint: 'audit', path: '/v2/audit' };
  app.get(
    '/audit',
    {
      config: {
        scope: 'read_configuration',
        ids: 'audit_ids',
        complaints: cursorComplaints(deps, address.endpoint),
      },
      schema: {
        operationId: 'listAudit',
        tags: ['Program-level'],
        summary: 'List the audit log',
        description:
          'Changes of the configuration, keys, apps and webhooks, imports and exports, and changes of ' +
          'customers by hand. Each entry is written in the transaction of its change and is never altered. A ' +
          'refused request, or one that changes nothing, leaves no entry. Newest first, or oldest first with ' +
          '`since_id`. An entry appears when every entry with a lower id has been committed.',
        querystring: QuerySchema,
        response: {
          200: {
            description: 'A page of entries.',
            headers: LISTING_HEADERS,
            content: { 'application/json': { schema: AuditListSchema } },
          },
        },
      },
    },
    async (request, reply) => {
      const asked = auditPageRequest(deps, request, request.query, address.endpoint);
      const page = await listAuditEntries(deps, request.program.id, asked);
      const list: Static<typeof AuditListSchema> = {
        audit_entries: page.rows.map(presentAuditEntry),
        cursor: pointToPages(deps, request, reply, address, asked, page),
      };
      return list;
    },
  );
}

/** With a cursor, the filters are those of the cursor's listing: the cursor contains them. */
function auditPageRequest(
  deps: Deps,
  request: FastifyRequest,
  query: Static<typeof QuerySchema>,
  endpoint: string,
): AuditPageRequest {
  const asked = pageRequest(deps, request, endpoint, null);
  if (query.cursor) return { ...asked, filters: asked.filters as AuditFilters };
  const { action = null, actor_kind = null, actor_id = null } = query;
  return { ...asked, filters: { ...asked.filters, action, actor_kind, actor_id } };
}

function presentAuditEntry(entry: AuditEntry): Static<typeof AuditEntrySchema> {
  const { id, created_at, action, details, request_id } = entry;
  return {
    id,
    created_at: timestamp(created_at),
    actor: { kind: entry.actor_kind, id: entry.actor_id, name: entry.actor_name },
    action,
    subject: { kind: entry.subject_kind, id: entry.subject_id },
    details: details as Record<string, unknown>,
    request_id,
  };
}
