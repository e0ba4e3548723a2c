import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';

/** The dates of the headers Deprecation (RFC 9745) and Sunset (RFC 8594). */
const DEPRECATED_AT = Date.UTC(2025, 5, 1);
const REMOVED_AT = Date.UTC(2027, 5, 1);

/** The query parameter `page`, for listings that still take it. */
export const PAGE_PARAMETER = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      deprecated: true,
      description: 'Use cursors instead: numbered pages miss and repeat rows while others write.',
    }),
  ),
};

/** The headers of answers to requests for a numbered page, for the document. */
export const PAGE_HEADERS = {
  Deprecation: Type.String({
    description: 'With `page`: the moment from which on it is deprecated (RFC 9745).',
  }),
  Sunset: Type.String({ description: 'With `page`: the moment when it will be removed (RFC 8594).' }),
};

/** Tells a caller that asks for a numbered page that numbered pages will be removed. */
export function warnOfNumberedPage(reply: FastifyReply, page: number | undefined): void {
  if (page === undefined) return;
  reply.header('deprecation', `@${DEPRECATED_AT / 1000}`);
  reply.header('sunset', new Date(REMOVED_AT).toUTCString());
}
