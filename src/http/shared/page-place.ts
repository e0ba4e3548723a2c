import type { FastifyRequest } from 'fastify';
import type { Secrets } from '../../domain/core/secrets.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { sessionLanguage } from '../../domain/webviews/session-locale.ts';
import type { App } from '../app-types.ts';
import { openCursor, sealCursor } from '../cursors.ts';

/** The place of a page and its language: everything that is known without a session. */
export type PagePlace = Pick<WebviewSession, 'program' | 'site' | 'language'>;

/** Places in addresses are sealed: site ids are numbers, and nobody should be able to count them. */
const SCOPE = 'page place';

/** The query in which an address of the page carries its place. */
export function placeQuery(deps: Pick<Deps, 'secret'>, { site, language }: PagePlace): { at: string } {
  return { at: sealCursor(deps, SCOPE, [site.id, language]) };
}

/** The place in a request's address; null: none, or one that no longer exists. */
export async function findPlace(
  deps: Secrets & Pick<Deps, 'programs'>,
  request: FastifyRequest,
): Promise<PagePlace | null> {
  const { at } = request.query as Record<string, unknown>;
  return typeof at === 'string' ? placeAmong(deps, await deps.programs.all(), at) : null;
}

const places = new WeakMap<FastifyRequest, PagePlace>();

/** Remembers the place for later messages about this request. */
export function rememberPlace(request: FastifyRequest, place: PagePlace): void {
  places.set(request, place);
}

/** The place of a request as far as it is remembered, without a look-up. */
export function knownPlace(request: FastifyRequest): PagePlace | null {
  return places.get(request) ?? null;
}

/** Remembers places, so that a failure is also shown in the page's frame and language while the database is away. */
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
    // Checked again: the program file may have changed since.
    if (site) return { program, site, language: sessionLanguage(site, language) };
  }
  return null;
}
