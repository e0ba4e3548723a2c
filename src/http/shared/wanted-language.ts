import type { FastifyRequest } from 'fastify';

/** The first of a browser's languages (RFC 9110, 12.5.4) that a page has, by its primary tag; undefined: none. */
export function wantedLanguage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  speaks: (language: string) => boolean,
): string | undefined {
  const wanted = headers['accept-language']?.split(',') ?? [];
  return wanted.map((entry) => entry.split(/[-;]/)[0]!.trim().toLowerCase()).find(speaks);
}
