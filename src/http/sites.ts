import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/core/errors.ts';
import type { Site } from '../domain/programs/configuration.ts';

/**
 * The site that a path's `site_id` names. Throws 404 both for a site of another program and for one that does not
 * exist.
 */
export function siteOf(request: FastifyRequest): Site {
  const { site_id } = request.params as { site_id: number };
  const site = request.program.site(site_id);
  if (!site?.enabled) throw new DomainError('not_found', 'There is no such site.');
  return site;
}
