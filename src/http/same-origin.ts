import type { FastifyRequest } from 'fastify';

/** Whether a form came from a page of this server. Browsers say so, and no page can forge it. */
export function isOfOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === new URL(publicUrl).origin;
}
