import type { FastifyRequest } from 'fastify';

/** Whether a form came from a page of this server: browsers say so, and no page can say it for them. */
export function isOfOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === new URL(publicUrl).origin;
}
