import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { pageHeaders } from '../shared/page-headers.ts';
import { findPageSession, keepPageSession, PageRefused, pageAddress } from '../shared/page-session.ts';
import { sendErrorPage, sendUnknown } from '../shared/send-page.tsx';

/**
 * The address of a session. It stores the session's token in the browser and redirects to the page. So nobody can open
 * the session with the address bar, the history, a bookmark or a screenshot. The address works any number of times
 * until the session ends: services that preview links open it before the customer does.
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
