import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Right } from '../../domain/operators/roles.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { SCREENS } from './screens.ts';
import type { Visit } from './visit.ts';

type Show = (deps: Deps, visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface ScreenRoute {
  /** Below the address of the program. */
  path: string;
  right: Right;
  /** Screens are loaded when somebody first asks for one. */
  load: () => Promise<Show>;
}

const shows = () => import('./show-screens.tsx');

const ROUTES: readonly ScreenRoute[] = [
  { path: 'overview', right: SCREENS.overview.right, load: async () => (await shows()).showOverview },
  { path: 'customers', right: SCREENS.customers.right, load: async () => (await shows()).showCustomers },
  { path: 'customers/:id', right: SCREENS.customers.right, load: async () => (await shows()).showCustomer },
  { path: 'reports', right: SCREENS.reports.right, load: async () => (await shows()).showReports },
  { path: 'reports/:report', right: SCREENS.reports.right, load: async () => (await shows()).showReport },
];

/** The screens of programs. */
export function screenRoutes(app: App, deps: Deps): void {
  for (const { path, right, load } of ROUTES) {
    app.get(
      `/console/p/:program/${path}`,
      { config: { right }, schema: { hide: true } },
      async (request, reply) => {
        const [{ visitOf }, show] = await Promise.all([import('./visit.ts'), load()]);
        return show(deps, await visitOf(deps, request), request, reply);
      },
    );
  }
}
