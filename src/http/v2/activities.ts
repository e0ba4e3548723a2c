import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import { listActivities } from '../../domain/ledger/listings.ts';
import type { App } from '../app-types.ts';
import {
  CursorPairSchema,
  cursorComplaints,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';
import { presentActivity } from './present-transaction.ts';
import { ActivitySchema } from './schemas.ts';

const ActivityListSchema = Type.Object(
  { activities: Type.Array(ActivitySchema), cursor: CursorPairSchema },
  { title: 'ActivityList' },
);

const answers = {
  200: {
    description: 'A page of activities.',
    headers: {
      ...LISTING_HEADERS,
      Deprecation: Type.String({ description: 'With `page`: since when it is deprecated (RFC 9745).' }),
      Sunset: Type.String({ description: 'With `page`: when it will be gone (RFC 8594).' }),
    },
    content: { 'application/json': { schema: ActivityListSchema } },
  },
};

/** `page` misses and repeats rows while others write. RFC 9745 and RFC 8594. */
const PAGE_DEPRECATED_AT = Date.UTC(2025, 5, 1);
const PAGE_REMOVED_AT = Date.UTC(2027, 5, 1);

export function listActivitiesRoute(app: App, deps: Deps): void {
  const address = { endpoint: 'activities', path: '/v2/activities' };
  app.get(
    '/activities',
    {
      config: { scope: 'read_customers', complaints: cursorComplaints(deps, address.endpoint) },
      schema: {
        operationId: 'listActivities',
        tags: ['Program-level'],
        summary: 'List activities',
        description:
          'Newest first, or oldest first with `since_id`. An activity appears once every one with a lower id is settled.',
        querystring: Type.Object({
          ...LISTING_PARAMETERS,
          page: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: Number.MAX_SAFE_INTEGER,
              deprecated: true,
              description: 'Use cursors instead: a numbered page misses and repeats rows while others write.',
            }),
          ),
        }),
        response: answers,
      },
    },
    async (request, reply) => {
      const asked = pageRequest(deps, request, address.endpoint, null);
      if (request.query.page !== undefined) {
        reply.header('deprecation', `@${PAGE_DEPRECATED_AT / 1000}`);
        reply.header('sunset', new Date(PAGE_REMOVED_AT).toUTCString());
      }
      const page = await listActivities(deps, request.program.id, asked);
      const list: Static<typeof ActivityListSchema> = {
        activities: page.rows.map((row) => presentActivity(request.program, row)),
        cursor: pointToPages(deps, request, reply, address, asked, page),
      };
      return list;
    },
  );
}
