import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { inexactNumbers, MemberCount, measureJson, repeatedMembers } from '../domain/core/json-text.ts';
import type { App } from './app-types.ts';
import { TransportError } from './errors.ts';

const MAX_DEPTH = 32;
/**
 * Far more values than any order has. Without this limit a body of a megabyte could contain half a million wrong
 * values.
 */
const MAX_VALUES = 20_000;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
/** The media type of RFC 9512, and older names of it. */
const YAML_TYPE = /^(application\/(x-)?yaml|text\/(x-)?yaml)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

/**
 * Accepts JSON bodies only, and forms or the text of a program file if a route says so. Invalid JSON is noted on the
 * request and not refused at once, so that the answer also has the complaints about the query and the path.
 */
export function acceptJsonBodies(app: App): void {
  const parseWithoutPrototypes = app.getDefaultJsonParser('remove', 'remove');
  app.decorateRequest('body_complaints', null);
  app.decorateRequest('inexact_numbers', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, buffer: Buffer, done) => {
    if (buffer.length === 0) return done(null, undefined);
    if (isYaml(request)) {
      if (isUtf8(buffer)) return done(null, { program: buffer.toString('utf8') });
      request.body_complaints = { body: 'is not valid UTF-8' };
      return done(null, undefined);
    }
    const read = readJson(buffer);
    if ('complaints' in read) {
      request.body_complaints = read.complaints;
      return done(null, undefined);
    }
    if (read.inexact_numbers) request.inexact_numbers = read.inexact_numbers;
    if (!read.reaches_prototype) return done(null, read.value);
    parseWithoutPrototypes(request, read.text, (_error, body) => done(null, body));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => done(refusalOfType(request), payload));
}

function refusalOfType(request: FastifyRequest): TransportError | null {
  const { method, headers, rawHeaders } = request.raw;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  // The body of a GET or a HEAD is not read.
  if (!hasBody || method === 'GET' || method === 'HEAD') return null;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return new TransportError(415);
  // Node keeps the first of several headers; a proxy in front may have read another.
  const types = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  const { body } = request.routeOptions.config;
  const accepted = body === 'form' || body === 'upload' ? FORM_TYPE : JSON_TYPE;
  const type = headers['content-type'] ?? '';
  const isUpload = body === 'upload' && UPLOAD_TYPE.test(type);
  const isAccepted = types.length === 1 && (accepted.test(type) || isUpload || isYaml(request));
  return isAccepted ? null : new TransportError(415);
}

/** Whether a body is the text of a program file itself, on a route that takes one. */
function isYaml({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.body === 'program_file' && YAML_TYPE.test(headers['content-type'] ?? '');
}

interface ReadJson {
  text: string;
  value: unknown;
  reaches_prototype: boolean;
  inexact_numbers: string[] | undefined;
}

/** A body to check against a schema, or the complaints about its text. */
function readJson(buffer: Buffer): ReadJson | { complaints: Record<string, string> } {
  const refused = (complaint: string) => ({ complaints: { body: complaint } });
  if (!isUtf8(buffer)) return refused('is not valid UTF-8');
  const { depth, values, members, long_numbers } = measureJson(buffer);
  if (depth > MAX_DEPTH) return refused(`is nested deeper than ${MAX_DEPTH} levels`);
  if (values > MAX_VALUES) return refused(`holds more than ${MAX_VALUES} values`);
  const text = buffer.toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('is not valid JSON');
  }
  const { count, reaches_prototype } = new MemberCount(value);
  // If two members have the same name, a parser keeps the last. A proxy in front may have read the first.
  if (count < members) {
    return { complaints: Object.fromEntries(repeatedMembers(text).map((name) => [name, 'is there twice'])) };
  }
  return { text, value, reaches_prototype, inexact_numbers: long_numbers ? inexactNumbers(text) : undefined };
}
