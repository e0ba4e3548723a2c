import type { FastifyRequest } from 'fastify';
import type { Secrets } from '../../domain/core/secrets.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { sessionLanguage } from '../../domain/webviews/session-locale.ts';
import type { App } from '../app-types.ts';
import { openCursor, signCursor } from '../cursors.ts';

/** The program, site and language of a page: everything that is known without a session. */
export type PagePlace = Pick<WebviewSession, 'program' | 'site' | 'language'>;

/** A place in an address is sealed: programs and sites are numbered, and nobody should be able to try other numbers. */
const SCOPE = 'page place';

/** The query with the place, for an address of the page. */
export function placeQuery(
  deps: Pick<Deps, 'secret'>,
  { program, site, language }: PagePlace,
): { at: string } {
  return { at: signCursor(deps, SCOPE, [program.id, site.id, language]) };
}

/** The place in a request's address; null: there is none, or it no longer exists. */
export async function findPlace(
  deps: Secrets & Pick<Deps, 'programs'>,
  request: FastifyRequest,
): Promise<PagePlace | null> {
  const named = namedPlace(deps, request);
  if (!named) return null;
  const [program] = await deps.programs.some([named.program_id]);
  return placeIn(program, named);
}

declare module 'fastify' {
  interface FastifyRequest {
    page_place?: PagePlace | null;
  }
}

/** Remembers the place for later messages about this request. */
export function rememberPlace(request: FastifyRequest, place: PagePlace): void {
  request.page_place = place;
}

/** The remembered place of a request, without a look-up; null: none is remembered. */
export function knownPlace(request: FastifyRequest): PagePlace | null {
  return request.page_place ?? null;
}

/**
 * Remembers places, so that while the database is unavailable a failure is still shown in the page's frame and
 * language.
 */
export function rememberPlaces(app: App, deps: Secrets & Pick<Deps, 'programs'>): void {
  app.decorateRequest('page_place', null);
  app.addHook('onRequest', async (request) => {
    const named = namedPlace(deps, request);
    const place = named && placeIn(deps.programs.known(named.program_id), named);
    if (place) rememberPlace(request, place);
  });
}

interface NamedPlace {
  program_id: number;
  site_id: number;
  language: string;
}

function namedPlace(deps: Secrets, { query }: FastifyRequest): NamedPlace | null {
  const { at } = query as Record<string, unknown>;
  const opened = typeof at === 'string' && openCursor<[number, number, string]>(deps, SCOPE, at);
  if (!opened) return null;
  const [program_id, site_id, language] = opened;
  return { program_id, site_id, language };
}

/** The program file may have changed since: the site may be gone, or may have other languages. */
function placeIn(program: Program | undefined, { site_id, language }: NamedPlace): PagePlace | null {
  const site = program?.site(site_id);
  return program && site ? { program, site, language: sessionLanguage(site, language) } : null;
}
