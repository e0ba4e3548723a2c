import { type TSchema, Type } from '@sinclair/typebox';
import type { Deps } from '../deps.ts';
import { listPoolWarnings } from '../domain/claims/code-pools.ts';
import { Watch } from '../domain/watch.ts';
import { listWebhookWarnings } from '../domain/webhooks/webhook-warnings.ts';
import type { App } from './app-types.ts';
import { StringEnum } from './schema-helpers.ts';

const HealthSchema = Type.Object({ status: Type.String() }, { title: 'Health' });

const ReadinessSchema = Type.Object(
  {
    status: Type.String(),
    warnings: Type.Array(
      Type.Union([
        Type.Object({
          kind: StringEnum(['code_pool_empty', 'code_pool_low'], {
            description: 'A pool of voucher codes has run dry, or has under 100 codes left.',
          }),
          program: Type.String({ description: "The program's key." }),
          reward: Type.String({ description: "The reward's key." }),
        }),
        Type.Object({
          kind: StringEnum(['webhook_disabled', 'webhook_failing'], {
            description: 'A webhook is told nothing more, or nothing got through to it for an hour.',
          }),
          program: Type.String({ description: "The program's key." }),
          webhook_id: Type.Integer(),
        }),
      ]),
      { description: 'What keeps nothing from being served, and should be looked after.' },
    ),
  },
  { title: 'Readiness' },
);

const answer = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** For load balancers, container runtimes and whoever watches over them. */
export function healthRoutes(app: App, deps: Deps, ready: () => Promise<boolean>): void {
  const pools = new Watch(deps, () => listPoolWarnings(deps));
  const webhooks = new Watch(deps, () => listWebhookWarnings(deps));
  app.get(
    '/health/live',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'live',
        tags: ['Health'],
        summary: 'Whether the process runs',
        response: { 200: answer('It runs.', HealthSchema) },
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
          200: answer('They can.', ReadinessSchema),
          503: answer('The database is away, or migrations are pending.', HealthSchema),
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const isReady = await ready().catch(() => false);
      if (!isReady) return reply.code(503).send({ status: 'not ready' });
      const warnings = await Promise.all([
        orNone(deps, 'the pools of voucher codes', pools),
        orNone(deps, 'the webhooks', webhooks),
      ]);
      return reply.send({ status: 'ready', warnings: warnings.flat() });
    },
  );
}

/** What cannot be looked at is logged, and is nothing that keeps requests from being served. */
function orNone<W>(deps: Deps, what: string, watch: Watch<W[]>): Promise<W[]> {
  return watch.now().catch((error: unknown) => {
    deps.logger.warn({ err: error }, `${what} could not be looked at`);
    return [];
  });
}
