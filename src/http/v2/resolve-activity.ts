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
          'A pending one is approved or declined, `void` meaning declined; an approved one can be voided, once, ' +
          '`declined` meaning void. `declined` and `void` are final: the same state again is without effect, and ' +
          'so is the word with which it was told; another is refused with 422 `activity_already_resolved`. Declined, a completion returns its place in ' +
          "its rule's limit; voided, it keeps it. What it gave as a reward is taken back where it is unused. " +
          'A report that completed several rules is resolved as a whole. That of a guest can be resolved before ' +
          'the guest enrolls: declined it will not be applied, approved its points will not be pending.',
        params: Type.Object({
          name: MerchantIdOfPath({
            description: "The rule's name for activities, URL-encoded.",
            examples: ['$review'],
          }),
          merchant_id: MerchantIdOfPath({
            description: 'The `merchant_id` with which the activity is listed, URL-encoded.',
            examples: ['review-1'],
          }),
        }),
        body: BodySchema,
        response: { 204: Type.Null({ description: 'It is in that state now.' }) },
      },
    },
    async (request, reply) => {
      const { program, params, body } = request;
      await resolveActivityReport(deps, { program, ...params, state: body.state, by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}
