import type { Deps } from '../../domain/programs/deps.ts';
import { countPrograms } from '../../domain/programs/store.ts';
import type { App } from '../app-types.ts';
import { renderDocument } from '../shared/document.tsx';
import { pageHeaders } from '../shared/page-headers.ts';
import { HomePage } from './home-page.tsx';

interface HomeOptions {
  version: string;
  ready: () => Promise<boolean>;
  has_demo: boolean;
}

/** Anybody may open the page, so the database is asked at most once in this time. */
const KEPT_MS = 1_000;

/** `GET /`: names no program and no customer, because anybody may look. */
export function homeRoute(app: App, deps: Deps, options: HomeOptions): void {
  let state: Promise<{ ready: boolean; has_program: boolean }> | undefined;
  let until = 0;
  const readState = async () => {
    try {
      const [ready, programs] = await Promise.all([options.ready(), countPrograms(deps.db)]);
      return { ready, has_program: programs > 0 };
    } catch {
      return { ready: false, has_program: true };
    }
  };
  app.get('/', { config: { scope: 'public' }, schema: { hide: true } }, async (request, reply) => {
    // The router takes the address "*" of an OPTIONS request for this route.
    if (request.raw.url === '*') return reply.callNotFound();
    if (!state || deps.clock.real() >= until) {
      state = readState();
      until = deps.clock.real() + KEPT_MS;
    }
    const { version, has_demo } = options;
    return reply
      .headers(
        pageHeaders(null, {
          'script-src': ["'none'"],
          'img-src': ['data:'],
          'connect-src': ["'none'"],
          'form-action': ["'none'"],
        }),
      )
      .send(renderDocument(<HomePage version={version} {...(await state)} has_demo={has_demo} />));
  });
}
