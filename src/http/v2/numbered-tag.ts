import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorSchema } from '../error-schema.ts';

/** The entity tag of a numbered state: a version of the program, a revision of a draft. */
export function numberedTag(number: number): string {
  return `"${number}"`;
}

/**
 * The number that If-Match names; undefined: there is no such header, or it accepts any. For a tag of another form it
 * is a number that nothing has.
 */
export function matchedNumber(request: Pick<FastifyRequest, 'headers'>): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return Number(/^\s*"(\d{1,9})"\s*$/.exec(header)?.[1] ?? 0);
}

/** The header of a request that changes `what`, such as "the version that the change was made on". */
export function ifMatchHeader(what: string) {
  return Type.Object({
    'if-match': Type.Optional(
      Type.String({ description: `The ETag of ${what}; \`*\` for any.`, examples: ['"3"'] }),
    ),
  });
}

/** The answer to a request with a missing or wrong If-Match. */
export function refusal(description: string) {
  return { description, content: { 'application/json': { schema: ErrorSchema } } };
}
