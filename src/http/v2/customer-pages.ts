import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import type { Page } from '../../domain/core/pagination.ts';
import type { Watch } from '../../domain/core/watch.ts';
import type {
  CustomerFilters,
  CustomerPageRequest,
  CustomerRecord,
} from '../../domain/listings/customer-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Complaints } from '../app-types.ts';
import { openCursor, signCursor } from '../cursors.ts';
import { invalidRequest } from '../errors.ts';
import { StringEnum, Text, TimestampInput } from '../schema-helpers.ts';
import { CURSOR_COMPLAINT, type CursorPairSchema, LISTING_PARAMETERS, linkPages } from './listing.ts';
import { PAGE_PARAMETER } from './numbered-page.ts';

/** The query of the listing of customers. */
export const CustomerQuerySchema = Type.Object({
  ...LISTING_PARAMETERS,
  ...PAGE_PARAMETER,
  sort_field: Type.Optional(
    StringEnum(['id', 'updated_at'], {
      default: 'id',
      description: 'It has no effect together with `since_id`.',
    }),
  ),
  sort_direction: Type.Optional(
    StringEnum(['asc', 'desc'], {
      default: 'desc',
      description: 'It has no effect together with `since_id`.',
    }),
  ),
  email: Type.Optional(Text({ description: 'The email, in upper or lower case.' })),
  email_match: Type.Optional(
    StringEnum(['contains', 'prefix', 'exact'], {
      default: 'contains',
      description:
        'The way to compare `email`. `contains` needs at least three characters, and is refused if ' +
        'Postgres has no pg_trgm.',
    }),
  ),
  enrolled: Type.Optional(Type.Boolean({ description: '`true`: only members. `false`: only guests.' })),
  updated_at_min: Type.Optional(
    TimestampInput({ description: 'Only resources that changed at this moment or later.' }),
  ),
  updated_at_max: Type.Optional(
    TimestampInput({ description: 'Only resources whose last change was before this moment.' }),
  ),
});
type CustomerQuery = Static<typeof CustomerQuerySchema>;

type CursorContents = [
  way: 'next' | 'prev',
  id: number,
  updated_at: number,
  sort: CustomerPageRequest['sort'],
  filters: CustomerFilters,
];

/** No index serves a search for fewer characters. */
const LEAST_PART = 3;

/**
 * Throws invalid_request for a search that no index serves: with many customers it would slow down all other requests.
 */
export async function refuseUnindexedSearch(
  parts: Watch<boolean>,
  { email, email_match }: CustomerFilters,
): Promise<void> {
  if (email === null || email_match !== 'contains') return;
  if ([...email].length < LEAST_PART) {
    throw invalidRequest({
      email: `must have at least ${LEAST_PART} characters; with email_match=prefix or exact it may have fewer`,
    });
  }
  if (await parts.now()) return;
  throw invalidRequest({
    email_match: 'must be prefix or exact: parts of emails are searched only where Postgres has pg_trgm',
  });
}

const scopeOf = (request: FastifyRequest) => `customers ${request.program.id}`;

/** Refuses a cursor that this server did not make, and a cursor of another listing or program. */
export function customerCursorComplaints(deps: Deps): Complaints {
  return (request) => {
    const { cursor } = request.query as { cursor?: unknown };
    if (typeof cursor !== 'string' || cursor === '') return {};
    return openCursor(deps, scopeOf(request), cursor) ? {} : CURSOR_COMPLAINT;
  };
}

/** The page that a request asks for; with a cursor, a page of the cursor's listing. */
export function customerPageRequest(
  deps: Deps,
  request: FastifyRequest,
  query: CustomerQuery,
): CustomerPageRequest {
  const limit = query.limit ?? 100;
  if (query.cursor) {
    const [way, id, updated_at, sort, filters] = openCursor<CursorContents>(
      deps,
      scopeOf(request),
      query.cursor,
    )!;
    return { sort, filters, from: { way, id, updated_at }, limit, offset: 0 };
  }
  const { since_id = null, sort_field: field = 'id', sort_direction } = query;
  const moment = (text: string | undefined) => (text === undefined ? null : parseTimestamp(text)!);
  return {
    sort:
      since_id === null ? { field, ascending: sort_direction === 'asc' } : { field: 'id', ascending: true },
    filters: {
      since_id,
      email: query.email ?? null,
      email_match: query.email_match ?? 'contains',
      enrolled: query.enrolled ?? null,
      created_at_min: moment(query.created_at_min),
      created_at_max: moment(query.created_at_max),
      updated_at_min: moment(query.updated_at_min),
      updated_at_max: moment(query.updated_at_max),
    },
    from: null,
    limit,
    offset: ((query.page ?? 1) - 1) * limit,
  };
}

/** The cursors of the pages beside this one. Their addresses go into the Link header, `next` before `prev`. */
export function pointToCustomerPages(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: CustomerPageRequest,
  page: Page<CustomerRecord>,
): Static<typeof CursorPairSchema> {
  const cursor = (way: 'next' | 'prev', row: CustomerRecord | undefined) => {
    if (!row) return '';
    const contents: CursorContents = [way, row.id, row.updated_at, asked.sort, asked.filters];
    return signCursor(deps, scopeOf(request), contents);
  };
  const pages = {
    prev: cursor('prev', page.has_prev ? page.rows[0] : undefined),
    next: cursor('next', page.has_next ? page.rows.at(-1) : undefined),
  };
  linkPages(reply, `${deps.publicUrl}/v2/customers`, pages, { limit: String(asked.limit) });
  return pages;
}
