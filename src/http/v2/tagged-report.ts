import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csvText } from '../csv.ts';
import { isKnownToCaller, strongTag } from '../entity-tag.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';

/** The format of a report's answer. */
export const REPORT_TYPE = {
  type: Type.Optional(
    StringEnum(['csv', 'json'], { default: 'json', description: 'The format of the answer.' }),
  ),
};

/** A month for which finance keeps books. */
export function Month() {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}$',
    description: 'A month as YYYY-MM.',
    examples: ['2026-03'],
  });
}

/** The headers of a report's answer. */
export const REPORT_HEADERS = {
  ETag: Type.String({
    description: 'The tag of this report. It changes when the report changes.',
  }),
  'Cache-Control': Type.String({
    description: '`private, no-cache`: ask again with the tag before you use a stored answer.',
  }),
};

export const ReportRequestHeaders = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'The ETag of a report that the caller has.' })),
});

/** The moment up to which a report counts its figures. */
export const ReportAsOfSchema = Type.Object(
  {
    at: Nullable(
      Timestamp({
        description: 'The moment when the last counted transaction was recorded. Null: there is none.',
      }),
    ),
    transaction_id: Type.Integer({
      description: 'All transactions up to this id are counted, and none with a higher id.',
      examples: [5120],
    }),
  },
  { title: 'ReportAsOf' },
);

/** Answers with a report's text, or with 304 if the caller already has this text. */
export function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type = 'json' }: { text: string; type?: 'csv' | 'json' },
): FastifyReply {
  const tag = strongTag(text);
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'Authorization' });
  if (isKnownToCaller(request, tag)) return reply.code(304).send();
  return reply
    .type(type === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(text);
}

/** The text of a whole csv. Its rows end in LF. */
export async function wholeCsv(columns: readonly string[], rows: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of csvText(columns, [Buffer.from(rows)])) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
