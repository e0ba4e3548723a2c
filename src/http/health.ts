import { Type } from '@sinclair/typebox';
import type { App } from './app-types.ts';

const HealthSchema = Type.Object({ status: Type.String() }, { title: 'Health' });

const answer = (description: string) => ({
  description,
  content: { 'application/json': { schema: HealthSchema } },
});

/** For load balancers and container runtimes. */
export function healthRoutes(app: App, ready: () => Promise<boolean>): void {
  app.get(
    '/health/live',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'live',
        tags: ['Health'],
        summary: 'Whether the process runs',
        response: { 200: answer('It runs.') },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'ready',
        tags: ['Health'],
        summary: 'Whether requests can be served',
        response: {
          200: answer('They can.'),
          503: answer('The database is away, or migrations are pending.'),
        },
      },
    },
    async (_request, reply) => {
      const isReady = await ready().catch(() => false);
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'not ready' });
    },
  );
}
