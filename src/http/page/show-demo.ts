import { createWebviewSession } from '../../domain/operations/create-webview-session.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { TransportError } from '../errors.ts';
import { isFromThisMachine } from '../from-this-machine.ts';

/** The customer whose page the server's link at its start opens. */
export interface DemoCustomer {
  program_id: number;
  site_id: number;
  customer_merchant_id: string;
}

/** Makes a session for the demo customer and redirects to its page. The address exists only for this machine. */
export function showDemoRoute(app: App, deps: Deps, demo: DemoCustomer): void {
  app.get(
    '/demo',
    { config: { scope: 'public' }, schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      if (!isFromThisMachine(request)) throw new TransportError(404);
      const [program] = await deps.programs.some([demo.program_id]);
      const site = program?.site(demo.site_id);
      if (!program || !site) throw new TransportError(404);
      const { token } = await createWebviewSession(deps, {
        program,
        site,
        channel: 'demo',
        customer: { merchant_id: demo.customer_merchant_id },
      });
      return reply
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${deps.publicUrl}/page/${token}`, 303);
    },
  );
}
