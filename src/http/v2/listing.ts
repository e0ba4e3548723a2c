import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import type { Page, PageRequest } from '../../domain/core/pagination.ts';
import { isByChange } from '../../domain/listings/change-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Complaints } from '../app-types.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../cursors.ts';
import { invalidRequest } from '../errors.ts';
import { Id, Text, TimestampInput } from '../schema-helpers.ts';

const MAX_CURSOR_LENGTH = 2_000;

/** The query parameters that every listing has. */
export const LISTING_PARAMETERS = {
  since_id: Type.Optional(
    Id({
      description: 'Only resources with a higher id, oldest first. Continue with the last id that you saw.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  cursor: Type.Optional(
    Text({
      maxLength: MAX_CURSOR_LENGTH,
      description:
        'A cursor of an earlier answer. Empty: the first page. The cursor contains all parameters of its listing except `limit` and `type`.',
    }),
  ),
  created_at_min: Type.Optional(
    TimestampInput({ description: 'Only resources that were created at this moment or later.' }),
  ),
  created_at_max: Type.Optional(
    TimestampInput({ description: 'Only resources that were created before this moment.' }),
  ),
};

/** The query parameters of listings whose rows change. */
export const CHANGE_PARAMETERS = {
  updated_since: Type.Optional(
    Id({
      description:
        'Only resources that changed after this `change_id`, in the order of their changes. Send the `change_id` of the last one that you saw; 0 lists all. A resource that changes again is listed again, and none is missed. It cannot be combined with `since_id` or `page`.',
    }),
  ),
  updated_at_min: Type.Optional(
    TimestampInput({ description: 'Only resources that changed at this moment or later.' }),
  ),
  updated_at_max: Type.Optional(
    TimestampInput({ description: 'Only resources whose last change was before this moment.' }),
  ),
};

/** A request may not ask for two orders of one listing. */
const orderComplaints: Complaints = (request): Record<string, string> => {
  const query = request.query as Record<string, unknown>;
  if (query.updated_since === undefined || query.cursor) return {};
  const beside = ['since_id', 'page'].find((name) => query[name] !== undefined);
  return beside === undefined ? {} : { updated_since: `cannot stand beside ${beside}` };
};

export const CursorPairSchema = Type.Object(
  {
    prev: Type.String({ description: 'The cursor of the page before this one. Empty: there is none.' }),
    next: Type.String({ description: 'The cursor of the page after this one. Empty: there is none.' }),
  },
  { title: 'Cursors' },
);

/** Headers of a page, for its description. */
export const LISTING_HEADERS = {
  Warning: Type.Optional(
    Type.String({
      description:
        '`199 loyaltyd "…"` if `since_id` is above every id of this server. The database was then restored from an older backup, and you would miss new resources.',
    }),
  ),
  Link: Type.String({
    description:
      'The addresses of the next page (`rel="next"`) and of the page before (`rel="prev"`), in this order.',
  }),
};

interface ListingQuery {
  since_id?: number;
  limit?: number;
  cursor?: string;
  created_at_min?: string;
  created_at_max?: string;
  page?: number;
  updated_since?: number;
  updated_at_min?: string;
  updated_at_max?: string;
}

export interface ListingAddress {
  /** The listing that cursors are bound to, beside the program. A cursor of one listing is invalid in another. */
  endpoint: string;
  /** The path of the links, after PUBLIC_URL. */
  path: string;
}

/** Refuses a cursor that this server did not make, and a cursor of another listing or program. */
export function cursorComplaints(deps: Deps, endpoint: string): Complaints {
  return (request) => {
    const { cursor } = request.query as { cursor?: unknown };
    const known = typeof cursor !== 'string' || cursor === '' || readCursor(deps, request, endpoint, cursor);
    return known ? {} : CURSOR_COMPLAINT;
  };
}

/** `cursorComplaints` for a listing whose rows change. It also refuses two orders at once. */
export function complaintsOfChanges(deps: Deps, endpoint: string): Complaints {
  const ofCursor = cursorComplaints(deps, endpoint);
  return (request) => ({ ...ofCursor(request), ...orderComplaints(request) });
}

export const CURSOR_COMPLAINT: Record<string, string> = { cursor: 'is not a cursor of this listing' };

/** The page that a request asks for. `customer_id` narrows the listing to one customer. */
export function pageRequest(
  deps: Deps,
  request: FastifyRequest,
  endpoint: string,
  customer_id: number | null,
): PageRequest {
  const query = request.query as ListingQuery;
  const limit = query.limit ?? 100;
  if (query.cursor) return continued(readCursor(deps, request, endpoint, query.cursor)!, limit);
  const moment = (text: string | undefined) => (text === undefined ? null : parseTimestamp(text)!);
  return {
    order:
      query.since_id === undefined && query.updated_since === undefined ? 'newest_first' : 'oldest_first',
    filters: {
      customer_id,
      since_id: query.since_id ?? null,
      created_at_min: moment(query.created_at_min),
      created_at_max: moment(query.created_at_max),
      updated_since: query.updated_since ?? null,
      updated_at_min: moment(query.updated_at_min),
      updated_at_max: moment(query.updated_at_max),
    },
    from: null,
    limit,
    offset: ((query.page ?? 1) - 1) * limit,
  };
}

/** A listing under one customer's address takes no cursor of another customer's listing. */
export function requireCustomer(page: PageRequest, customerId: number): PageRequest {
  if (page.filters.customer_id === customerId) return page;
  throw invalidRequest(CURSOR_COMPLAINT);
}

function continued(cursor: Cursor, limit: number): PageRequest {
  const { order, filters, way, id } = cursor;
  return { order, filters, from: { way, id }, limit, offset: 0 };
}

function readCursor(deps: Deps, request: FastifyRequest, endpoint: string, text: string): Cursor | undefined {
  return decodeCursor(deps, scopeOf(request, endpoint), text);
}

function scopeOf(request: FastifyRequest, endpoint: string): string {
  return `${endpoint} ${request.program.id}`;
}

/** The cursors of the pages beside this one. Their addresses go into the Link header, `next` before `prev`. */
export function pointToPages(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  address: ListingAddress,
  asked: PageRequest,
  page: Page<{ id: number; change_id?: number }>,
): Static<typeof CursorPairSchema> {
  const { order, filters } = asked;
  const place = (row: { id: number; change_id?: number }) =>
    isByChange(asked) ? (row.change_id ?? row.id) : row.id;
  const scope = scopeOf(request, address.endpoint);
  const cursor = (way: Cursor['way'], row: { id: number; change_id?: number } | undefined) =>
    row ? encodeCursor(deps, scope, { way, id: place(row), order, filters }) : '';
  const pages = {
    prev: cursor('prev', page.has_prev ? page.rows[0] : undefined),
    next: cursor('next', page.has_next ? page.rows.at(-1) : undefined),
  };
  const { type } = request.query as { type?: string };
  linkPages(reply, deps.publicUrl + address.path, pages, {
    limit: String(asked.limit),
    ...(type === 'csv' && { type }),
  });
  return pages;
}

/** Puts the addresses of the pages that exist into the Link header, `next` before `prev`. */
export function linkPages(
  reply: FastifyReply,
  address: string,
  pages: Static<typeof CursorPairSchema>,
  query: Record<string, string>,
): void {
  const links = (['next', 'prev'] as const)
    .filter((rel) => pages[rel] !== '')
    .map((rel) => `<${address}?${new URLSearchParams({ cursor: pages[rel], ...query })}>; rel="${rel}"`);
  if (links.length > 0) reply.header('link', links.join(', '));
}
