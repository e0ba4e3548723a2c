import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import { completeRule } from '../../domain/rules/complete-rule.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, Name } from '../schema-helpers.ts';
import { CustomerSchema } from './customer-schema.ts';
import { ActionSchema } from './history-schemas.ts';
import { presentCustomer } from './present-customer.ts';
import { presentAction } from './present-history.ts';
import { HeadlessParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const CompleteRuleSchema = Type.Object(
  {
    rule_id: Id({ description: 'The rule to complete.' }),
    customer_merchant_id: Name({ description: "The customer's id in the store's platform." }),
  },
  { title: 'CompleteRule' },
);

const CompletedRuleSchema = Type.Object(
  {
    actions: Type.Array(ActionSchema, {
      description: "What the rule's configuration gave: points or rewards.",
    }),
    customer: CustomerSchema,
  },
  { title: 'CompletedRule' },
);

export function completeRuleRoute(app: App, deps: Deps): void {
  app.post(
    '/rules/social_follow/complete',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'completeSocialFollowRule',
        tags: ['Customer-facing'],
        summary: 'Complete a social_follow rule',
        description:
          "Call it once the customer has followed, or shown intent to follow, the profile in the rule's `social_handle`. " +
          'Refused with 422: `customer_blocked`, `customer_not_enrolled`, `rule_kind_mismatch`, ' +
          '`rule_not_enabled_for_customer`, `rule_requirements_not_met`, `rule_limit_reached`.',
        params: HeadlessParams,
        body: CompleteRuleSchema,
        response: { 200: CompletedRuleSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, channel } = storefrontContext(request);
          const { rule_id, customer_merchant_id } = request.body;
          return completeRule(
            deps,
            { program, channel, kind: 'social_follow', rule_id, customer_merchant_id },
            hooks,
          );
        },
        present: async (result, tx) => {
          const { view, customer } = await loadAnswer(deps, request, result.customer_id, tx);
          const body: Static<typeof CompletedRuleSchema> = {
            actions: result.actions.map((action) => presentAction(view, action)),
            customer: presentCustomer(view, deps.publicUrl, customer),
          };
          return { status: 200, body, customer_id: result.customer_id };
        },
      }),
  );
}
