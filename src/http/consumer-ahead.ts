import type { ConsumersAhead } from '../domain/programs/consumers-ahead.ts';
import type { App } from './app-types.ts';

/** Quoted as RFC 9111 requires. 199 is a miscellaneous warning. */
const WARNING =
  '199 loyaltyd "since_id is above every id ever given: the database was restored, and new resources would be missed"';

/** Warns a consumer whose `since_id` is above every id ever given: it would miss new rows. */
export function warnConsumersAhead(app: App, consumers: ConsumersAhead): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { ids } = request.routeOptions.config;
    const query = request.query as { since_id?: number; updated_since?: number; cursor?: string };
    // The places of changes and the ids come from the same sequence.
    const seen = query.since_id ?? query.updated_since;
    if (ids === undefined || seen === undefined || query.cursor) return done();
    const listing = request.routeOptions.url!.replace(/^.*\//, '');
    consumers.isAhead(request.program, listing, ids, seen).then((isAhead) => {
      if (isAhead) reply.header('warning', WARNING);
      done();
    }, done);
  });
}
