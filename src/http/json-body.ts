import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import type { App } from './app-types.ts';
import { TransportError } from './errors.ts';

const MAX_DEPTH = 32;
/** Far above any order; a body of a megabyte could otherwise hold half a million wrong values to complain of. */
const MAX_VALUES = 20_000;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Bodies are JSON and nothing else, but forms where a route says so. What is no JSON is noted on the request
 * rather than refused at once, so that its complaint stands beside those of the query and the path.
 */
export function acceptJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.decorateRequest('body_complaint', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, buffer: Buffer, done) => {
    if (buffer.length === 0) return done(null, undefined);
    request.body_complaint = complaintOf(buffer);
    if (request.body_complaint) return done(null, undefined);
    parse(request, buffer.toString('utf8'), (error, body) => {
      if (error) request.body_complaint = 'is not valid JSON';
      done(null, error ? undefined : body);
    });
  });
  app.addHook('preParsing', async (request) => refuseOtherTypes(request));
}

function refuseOtherTypes(request: FastifyRequest): void {
  const { method, headers, rawHeaders } = request.raw;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  // What comes with a GET is not read.
  if (!hasBody || method === 'GET' || method === 'HEAD') return;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new TransportError(415);
  // Node keeps the first of several; whoever stands before us may have read another.
  const types = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  const accepted = request.routeOptions.config.body === 'form' ? FORM_TYPE : JSON_TYPE;
  if (types.length !== 1 || !accepted.test(headers['content-type']!)) throw new TransportError(415);
}

function complaintOf(buffer: Buffer): string | null {
  if (!isUtf8(buffer)) return 'is not valid UTF-8';
  const { depth, values } = measure(buffer);
  if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  if (values > MAX_VALUES) return `holds more than ${MAX_VALUES} values`;
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** How deep and how large JSON text is, without parsing it: recursion over what was parsed is then safe. */
function measure(text: Buffer): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index]!;
    if (quoted) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) values += 1;
    // [ and {, ] and }
    else if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return { depth: deepest, values };
}
