import { expect, it } from 'vitest';
import { SOURCE_FILES } from '../support/source-files.ts';

const OF_A_REQUEST = /\bWeak(Map|Set)<\s*(Fastify(Request|Reply)|IncomingMessage|ServerResponse)\b/;

// A scavenge takes the values of a WeakMap for strong, and only a collection of old objects clears it. Until then each of its
// requests lives on, with the customer that it answered. A property that `decorateRequest` declares goes with the request.
it('What belongs to a request stands in it, not in a WeakMap or a WeakSet of requests or answers', () => {
  expect(SOURCE_FILES.filter(({ text }) => /\bdecorateRequest\(/.test(text)).length).toBeGreaterThan(3);
  expect(SOURCE_FILES.filter(({ text }) => OF_A_REQUEST.test(text)).map(({ name }) => name)).toEqual([]);
});
