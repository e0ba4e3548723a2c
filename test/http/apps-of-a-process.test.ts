import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { DomainError } from '../../src/domain/core/errors.ts';
import type { App } from '../../src/http/app-types.ts';
import { validateRequests } from '../../src/http/validate.ts';

/** An app of its own whose one route takes counts of at most `maximum`, and adds to a list that is empty if not sent. */
function appOf(maximum: number): App {
  const app = fastify() as unknown as App;
  validateRequests(app);
  app.setErrorHandler((error, _, reply) => reply.code(400).send((error as DomainError).extra.details));
  const count = { type: 'integer', maximum };
  const list = { type: 'array', items: { type: 'integer' }, default: [] };
  const properties = { count, list };
  const body = { type: 'object', required: ['count'], properties } as const;
  app.post('/counts', { config: { scope: 'public' }, schema: { body } }, async (request) => {
    const given = request.body as { count: number; list: number[] };
    given.list.push(given.count);
    return given.list;
  });
  return app;
}

async function post(app: App, body: object): Promise<unknown> {
  return (await app.inject({ method: 'POST', url: '/counts', payload: body })).json();
}

it('holds each app of a process to its own schemas, and tells each request of its own mistakes', async () => {
  const [low, same, high] = [appOf(5), appOf(5), appOf(50)];
  const answers = await Promise.all([
    post(low, { count: 6 }),
    post(same, { count: 'six' }),
    post(high, { count: 6 }),
    post(low, { count: 5 }),
    post(same, {}),
    post(high, { count: 51, list: ['one'] }),
  ]);
  expect(answers).toEqual([
    { count: 'must be at most 5' },
    { count: 'must be an integer' },
    [6],
    [5],
    { count: 'is required' },
    { count: 'must be at most 50', 'list[0]': 'must be an integer' },
  ]);
});

it('gives each request defaults of its own', async () => {
  const [one, other] = [appOf(5), appOf(5)];
  const lists = [
    await post(one, { count: 1 }),
    await post(other, { count: 2 }),
    await post(one, { count: 3 }),
  ];
  expect(lists).toEqual([[1], [2], [3]]);
});
