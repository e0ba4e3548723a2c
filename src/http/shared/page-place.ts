import type { FastifyRequest } from 'fastify';
import type { Secrets } from '../../domain/core/secrets.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { sessionLanguage } from '../../domain/webviews/session-locale.ts';
import type { App } from '../app-types.ts';
import { openCursor, sealCursor } from '../cursors.ts';

/** Where a page is shown, and in which words: all that is to be known where there is no session. */
export type PagePlace = Pick<WebviewSession, 'program' | 'site' | 'language'>;

/** Places are sealed in addresses: sites are numbered, and are nobody's to count. */
const SCOPE = 'page place';

/** The query by which an address of the page tells its place. */
export function placeQuery(deps: Pick<Deps, 'secret'>, { site, language }: PagePlace): { at: string } {
  return { at: sealCursor(deps, SCOPE, [site.id, language]) };
}

/** The place that a request's address tells; null: none, or one that is gone. */
export async function findPlace(
  deps: Secrets & Pick<Deps, 'programs'>,
  request: FastifyRequest,
): Promise<PagePlace | null> {
  const { at } = request.query as Record<string, unknown>;
  return typeof at === 'string' ? placeAmong(deps, await deps.programs.all(), at) : null;
}

const places = new WeakMap<FastifyRequest, PagePlace>();

/** For what has to be said of this request later. */
export function rememberPlace(request: FastifyRequest, place: PagePlace): void {
  places.set(request, place);
}

/** What is known of a request's place without asking anybody. */
export function knownPlace(request: FastifyRequest): PagePlace | null {
  return places.get(request) ?? null;
}

/** So that a failure too is said in the frame where the page stands, in its words, while the database is away. */
export function rememberPlaces(app: App, deps: Secrets & Pick<Deps, 'programs'>): void {
  app.addHook('onRequest', async (request) => {
    const { at } = request.query as Record<string, unknown>;
    const place = typeof at === 'string' ? placeAmong(deps, deps.programs.known(), at) : null;
    if (place) rememberPlace(request, place);
  });
}

function placeAmong(deps: Secrets, programs: readonly Program[], at: string): PagePlace | null {
  const [siteId, language] = openCursor<[number, string]>(deps, SCOPE, at) ?? [];
  if (siteId === undefined) return null;
  for (const program of programs) {
    const site = program.site(siteId);
    // Asked again: the program file may have changed since.
    if (site) return { program, site, language: sessionLanguage(site, language) };
  }
  return null;
}
