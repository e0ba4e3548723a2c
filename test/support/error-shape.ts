import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Answer } from './send-json.ts';

/** Statuses that a request which is only odd may be answered with. */
const EXPECTED = [200, 201, 204, 400, 404, 414, 422, 431];

/**
 * What is wrong with an answer to a request that is right but for `parameter`: a server error, another shape
 * than the one of all refusals, a 400 that blames something else. Undefined: nothing.
 */
export function complaintAbout(answer: Answer, parameter: string): string | undefined {
  const { status, text } = answer;
  if (!EXPECTED.includes(status)) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return answer.headers['x-request-id'] ? undefined : 'no X-Request-Id';
  const misshapen = misshapenness(answer);
  if (misshapen) return `${misshapen}: ${text.slice(0, 300)}`;
  if (status !== 400) return undefined;
  const { details } = answer.json.error;
  // An address that cannot be decoded is refused before anybody asks which part of it is what.
  if (details === undefined) return undefined;
  const strangers = Object.keys(details).filter((name) => !isAbout(name, parameter));
  return strangers.length === 0 ? undefined : `400 names ${strangers.join(', ')}`;
}

/** `line_items[0].price` is about `line_items`, and the other way round; a body that is no JSON is about all. */
function isAbout(name: string, parameter: string): boolean {
  const within = (inner: string, outer: string) =>
    inner.startsWith(outer) && /^($|[.[])/.test(inner.slice(outer.length));
  return within(name, parameter) || within(parameter, name) || name === 'body' || parameter === 'body';
}

/** How a refusal differs from the one shape of all refusals; undefined: it does not. */
export function misshapenness({ headers, json }: Answer): string | undefined {
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `type ${headers['content-type']}`;
  const { error, ...rest } = json;
  if (Object.keys(rest).length > 0 || typeof error !== 'object') return 'not {error} alone';
  const { code, message, details, limit, request_id, ...more } = error;
  if (Object.keys(more).length > 0) return `also ${Object.keys(more).join(', ')}`;
  if (!/^[a-z_]+$/.test(code) || !/^[A-Z].*\.$/.test(message)) return 'code or message';
  if (request_id !== headers['x-request-id']) return 'request_id';
  if (limit !== undefined && !Number.isInteger(limit)) return 'limit';
  const texts = details === undefined ? [] : Object.values(details);
  return texts.every((complaint) => typeof complaint === 'string') ? undefined : 'details';
}

/** No request failed inside the server. */
export function expectNoFailureLogged(test: Pick<TestApp, 'logged'>): void {
  // A refusal that tells of security is a line of its own channel, and no failure.
  const failures = test.logged
    .map((line) => JSON.parse(line))
    .filter(({ level, channel }) => level >= 40 && channel !== 'security');
  expect(failures).toEqual([]);
}
