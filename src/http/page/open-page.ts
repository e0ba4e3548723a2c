import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { findPageSession, keepPageSession, PageRefused, pageAddress } from '../shared/page-session.ts';
import { sendErrorPage, sendUnknown } from '../shared/send-page.tsx';

/**
 * The address of a session: it leaves its token with the browser and goes on to the page, so that what stands in
 * the address bar, the history, a bookmark or a picture of the screen opens nothing. It may be asked any number of
 * times while the session lasts: whoever previews links asks before the customer does.
 */
export function openPageRoute(app: App, deps: Deps): void {
  app.get(
    '/page/:token',
    {
      config: { scope: 'public' },
      schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      errorHandler: sendErrorPage,
    },
    async (request, reply) => {
      const { token } = request.params;
      const session = await findPageSession(deps, token);
      if (!session) return sendUnknown(request, reply);
      if (session.expired) throw new PageRefused('expired', session);
      keepPageSession(reply, deps, token, session);
      return reply.headers(pageHeaders(session)).redirect(pageAddress(deps, session), 303);
    },
  );
}
