import { type Static, Type } from '@sinclair/typebox';
import { listAffected, planProgram } from '../../domain/operations/plan-program.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, Name, NoQuerySchema, Nullable } from '../schema-helpers.ts';
import { ProgramPlanSchema, presentPlan } from './present-program-plan.ts';
import { ProgramBodySchema, programText, withProgramOf } from './program-body.ts';

export function planProgramRoute(app: App, deps: Deps): void {
  app.post(
    '/program/plan',
    {
      config: { scope: 'read_configuration', body: 'program_file' },
      schema: {
        operationId: 'planProgram',
        tags: ['Program-level'],
        summary: 'Plan a change of the program',
        description:
          'Takes a program file like `PUT /v2/program`, and changes nothing. The answer names every entry that would change, field by field, and counts the effects on customers, stock and codes, in one snapshot of the data. Refused with 422: `invalid_program_file`.',
        consumes: ['application/json', 'application/yaml'],
        querystring: NoQuerySchema,
        body: ProgramBodySchema,
        response: { 200: ProgramPlanSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: () =>
          withProgramOf(request, programText(request.body), (definition) => planProgram(deps, definition)),
        present: async (plan) => ({ status: 200, body: presentPlan(plan) }),
      }),
  );
}

const AffectedBody = Type.Object(
  {
    ...ProgramBodySchema.properties,
    who: Name({ description: 'The name of an effect of the plan.', examples: ['tier_falls:gold:member'] }),
    after: Type.Optional(Id({ description: 'The `next` of the previous answer.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 })),
  },
  { title: 'AffectedCustomersBody' },
);

const AffectedSchema = Type.Object(
  {
    merchant_ids: Type.Array(Type.String({ examples: ['1001'] })),
    next: Nullable(Type.Integer({ description: 'Send it as `after` to continue. Null: there are no more.' })),
  },
  { title: 'AffectedCustomers' },
);

export function listAffectedRoute(app: App, deps: Deps): void {
  app.post(
    '/program/plan/customers',
    {
      config: { scope: 'read_customers' },
      schema: {
        operationId: 'listAffectedCustomers',
        tags: ['Program-level'],
        summary: 'List the customers of an effect of a plan',
        description:
          'Takes the program file of the plan. The answer is 404 if the plan has no effect of this name on customers. Refused with 422: `invalid_program_file`.',
        querystring: NoQuerySchema,
        body: AffectedBody,
        response: { 200: AffectedSchema },
      },
    },
    (request, reply) => {
      const { who: effect, after = 0, limit = 1_000 } = request.body;
      return idempotent(request, reply, deps, {
        effect: () =>
          withProgramOf(request, programText(request.body), (definition) =>
            listAffected(deps, definition, { effect, after, limit }),
          ),
        present: async (found) => {
          const body: Static<typeof AffectedSchema> = found;
          return { status: 200, body };
        },
      });
    },
  );
}
