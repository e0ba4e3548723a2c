import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Answer } from './send-json.ts';

/** The possible statuses for a request that is merely odd. */
const EXPECTED = [200, 201, 204, 400, 404, 414, 422, 428, 431];

/**
 * The mistake in an answer to a request that is correct except for `parameter`: a server error, another shape than that
 * of all refusals, a 400 that blames another part. undefined: none.
 */
export function complaintAbout(answer: Answer, parameter: string): string | undefined {
  const { status, text } = answer;
  if (!EXPECTED.includes(status)) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return answer.headers['x-request-id'] ? undefined : 'no X-Request-Id';
  const misshapen = misshapenness(answer);
  if (misshapen) return `${misshapen}: ${text.slice(0, 300)}`;
  if (status !== 400) return undefined;
  const { details } = answer.json.error;
  // An address that cannot be decoded is refused before its parts are told apart.
  if (details === undefined) return undefined;
  const strangers = Object.keys(details).filter((name) => !isAbout(name, parameter));
  return strangers.length === 0 ? undefined : `400 names ${strangers.join(', ')}`;
}

/**
 * `line_items[0].price` belongs to `line_items`, and the other way round. A body that is not JSON belongs to every
 * name.
 */
function isAbout(name: string, parameter: string): boolean {
  const within = (inner: string, outer: string) =>
    inner.startsWith(outer) && /^($|[.[])/.test(inner.slice(outer.length));
  return within(name, parameter) || within(parameter, name) || name === 'body' || parameter === 'body';
}

/** The difference between a refusal and the one shape of all refusals; undefined: none. */
export function misshapenness({ headers, json }: Answer): string | undefined {
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `type ${headers['content-type']}`;
  const { error, ...rest } = json;
  if (Object.keys(rest).length > 0 || typeof error !== 'object') return 'not {error} alone';
  const { code, message, details, limit, request_id, ...more } = error;
  if (Object.keys(more).length > 0) return `also ${Object.keys(more).join(', ')}`;
  if (!/^[a-z_]+$/.test(code) || !/^[A-Z].*\.$/.test(message)) return 'code or message';
  if (request_id !== headers['x-request-id']) return 'request_id';
  if (limit !== undefined && !Number.isInteger(limit)) return 'limit';
  const texts = details === undefined || code === 'invalid_program_file' ? [] : Object.values(details);
  return texts.every((complaint) => typeof complaint === 'string') ? undefined : 'details';
}

/** No request failed inside the server. */
export function expectNoFailureLogged(test: Pick<TestApp, 'logged'>): void {
  // A refusal that concerns security has a log line of its own channel and is no failure.
  const failures = test.logged
    .map((line) => JSON.parse(line))
    .filter(({ level, channel }) => level >= 40 && channel !== 'security');
  expect(failures).toEqual([]);
}
