import { type Static, Type } from '@sinclair/typebox';
import { listActivities } from '../../domain/listings/activity-store.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { presentActivity } from '../shared/present-transaction.ts';
import { requestedView } from '../shared/program-view.ts';
import { ActivitySchema } from '../shared/record-schemas.ts';
import {
  CHANGE_PARAMETERS,
  CursorPairSchema,
  complaintsOfChanges,
  LISTING_HEADERS,
  LISTING_PARAMETERS,
  pageRequest,
  pointToPages,
} from './listing.ts';
import { PAGE_HEADERS, PAGE_PARAMETER, warnOfNumberedPage } from './numbered-page.ts';

const ActivityListSchema = Type.Object(
  { activities: Type.Array(ActivitySchema), cursor: CursorPairSchema },
  { title: 'ActivityList' },
);

const answers = {
  200: {
    description: 'A page of activities.',
    headers: {
      ...LISTING_HEADERS,
      ...PAGE_HEADERS,
    },
    content: { 'application/json': { schema: ActivityListSchema } },
  },
};

export function listActivitiesRoute(app: App, deps: Deps): void {
  const address = { endpoint: 'activities', path: '/v2/activities' };
  app.get(
    '/activities',
    {
      config: {
        scope: 'read_customers',
        ids: 'entry_ids',
        complaints: complaintsOfChanges(deps, address.endpoint),
      },
      schema: {
        operationId: 'listActivities',
        tags: ['Program-level'],
        summary: 'List activities',
        description:
          'Newest first, or oldest first with `since_id`, or in the order of changes with `updated_since`. An activity appears only after all activities with a lower id (or `change_id`), so a reader misses none.',
        querystring: Type.Object({ ...LISTING_PARAMETERS, ...CHANGE_PARAMETERS, ...PAGE_PARAMETER }),
        response: answers,
      },
    },
    async (request, reply) => {
      const asked = pageRequest(deps, request, address.endpoint, null);
      warnOfNumberedPage(reply, request.query.page);
      const page = await listActivities(deps, request.program.id, asked);
      const view = requestedView(request);
      const list: Static<typeof ActivityListSchema> = {
        activities: page.rows.map((row) => presentActivity(view, row)),
        cursor: pointToPages(deps, request, reply, address, asked, page),
      };
      return list;
    },
  );
}
