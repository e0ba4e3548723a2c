import { Type } from '@sinclair/typebox';
import { resolveActivityReport } from '../../domain/operations/resolve-activity-report.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { MerchantIdOfPath, StringEnum } from '../schema-helpers.ts';

const BodySchema = Type.Object(
  { state: StringEnum(['approved', 'declined', 'void']) },
  { title: 'ResolveActivity' },
);

export function resolveActivityRoute(app: App, deps: Deps): void {
  app.put(
    '/activities/:name/:merchant_id',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'resolveActivity',
        tags: ['Program-level'],
        summary: 'Approve, decline or void an activity',
        description:
          'A pending activity can be approved or declined; for it, `void` means `declined`. An approved activity can be voided; for it, `declined` means `void`. `declined` and `void` are final: the same state again has no effect, and another state is refused. A declined completion no longer counts in the limit of its rule; a voided one still does. If the activity gave a reward that is unused, the reward is taken back. An activity that completed several rules is resolved as a whole. The activity of a guest can be resolved before the guest enrolls: a declined one will not be applied, and the points of an approved one will not be pending. Refused with 422: `activity_already_resolved`.',
        params: Type.Object({
          name: MerchantIdOfPath({
            description: "The rule's name for activities, URL-encoded.",
            examples: ['$review'],
          }),
          merchant_id: MerchantIdOfPath({
            description: 'The `merchant_id` of the activity in listings, URL-encoded.',
            examples: ['review-1'],
          }),
        }),
        body: BodySchema,
        response: { 204: Type.Null({ description: 'The activity is in that state now.' }) },
      },
    },
    async (request, reply) => {
      const { program, params, body } = request;
      await resolveActivityReport(deps, { program, ...params, state: body.state, by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}
