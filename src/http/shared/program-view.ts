import type { FastifyRequest } from 'fastify';
import type { Program } from '../../domain/programs/configuration.ts';
import { closest } from '../../texts/language.ts';
import { requestContext } from '../request-context.ts';
import { type StorefrontView, storefrontView } from './storefront-view.ts';

/**
 * The view for back ends: in the program's currency and in one language. It is the requested language if one of the
 * program's sites has it, otherwise the first language of the program's first site.
 */
export function programView(program: Program, asked: string | null = null): StorefrontView {
  const [first] = program.sites;
  const languages = program.sites.flatMap((site) => site.languages);
  const language = (asked !== null && closest(languages, asked)) || first!.languages[0]!;
  return storefrontView(program, first!, language, program.currency);
}

export function requestedView(request: FastifyRequest): StorefrontView {
  return programView(request.program, requestContext(request).language);
}
