import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorSchema } from '../error-schema.ts';

/** The entity tag of what is numbered: a version of the program, a revision of a draft. */
export function numberedTag(number: number): string {
  return `"${number}"`;
}

/**
 * The number that If-Match names; undefined: any, or there is no such header. A tag of another form names a number that
 * nothing has.
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

/** The answer to a request whose If-Match is not as it must be. */
export function refusal(description: string) {
  return { description, content: { 'application/json': { schema: ErrorSchema } } };
}
