import { type Static, Type } from '@sinclair/typebox';
import { completedFrom, completeRule, readForCompletion } from '../../domain/operations/complete-rule.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { firstRead } from '../first-read.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { Id, PlatformId, platformId } from '../schema-helpers.ts';
import { ActionSchema } from '../shared/history-schemas.ts';
import { presentAction } from '../shared/present-history.ts';
import { COMPLETABLE_KINDS, nameOfKind } from '../shared/rule-kinds.ts';
import { uncheckedId, uncheckedPlatformId } from '../unchecked.ts';
import { CustomerSchema } from './customer-schema.ts';
import { renderCustomer } from './render-customer.ts';
import { HeadlessParams } from './site.ts';
import { loadAnswer, readBehind, storefrontContext } from './storefront-answer.ts';

const CompleteRuleSchema = Type.Object(
  {
    rule_id: Id({ description: 'The rule to complete.' }),
    customer_merchant_id: PlatformId({ description: "The customer's id in the store's platform." }),
  },
  { title: 'CompleteRule' },
);

const CompletedRuleSchema = Type.Object(
  {
    actions: Type.Array(ActionSchema, {
      description: 'The points or rewards that the rule gave.',
    }),
    customer: CustomerSchema,
  },
  { title: 'CompletedRule' },
);

export function completeRuleRoutes(app: App, deps: Deps): void {
  for (const completable of COMPLETABLE_KINDS) completeRuleRoute(app, deps, completable);
}

function completeRuleRoute(
  app: App,
  deps: Deps,
  { kind, occasion }: (typeof COMPLETABLE_KINDS)[number],
): void {
  app.post(
    `/rules/${kind}/complete`,
    {
      config: {
        scope: 'write_customers',
        ask_ahead: (_request, program, hot, body) => {
          const rule_id = uncheckedId(body, 'rule_id');
          const customer_merchant_id = uncheckedPlatformId(body, 'customer_merchant_id');
          if (rule_id === undefined || customer_merchant_id === undefined) return undefined;
          return readForCompletion(hot, { program, rule_id, customer_merchant_id });
        },
      },
      schema: {
        operationId: `complete${nameOfKind(kind)}Rule`,
        tags: ['Customer-facing'],
        summary: `Complete a ${kind} rule`,
        description:
          `${occasion} ` +
          'Refused with 422: `customer_blocked`, `customer_not_enrolled`, `rule_kind_mismatch`, ' +
          '`rule_not_enabled_for_customer`, `rule_requirements_not_met`, `rule_limit_reached`.',
        params: HeadlessParams,
        body: CompleteRuleSchema,
        response: { 200: CompletedRuleSchema },
      },
    },
    (request, reply) => {
      const read_behind = readBehind(deps, request);
      return idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, channel } = storefrontContext(request);
          const { rule_id } = request.body;
          const customer_merchant_id = platformId(request.body.customer_merchant_id);
          const first_read = firstRead(request, deps);
          const input = { program, channel, kind, rule_id, customer_merchant_id, first_read, read_behind };
          return completeRule(deps, input, hooks);
        },
        resume: completedFrom.bind(null, request.program),
        known: ({ actions }) => ({ activity_id: actions[0]!.id }),
        present: async (result, tx) => {
          const { view, customer } = await loadAnswer(deps, request, result.customer_id, tx, { read_behind });
          const body = renderObject<Static<typeof CompletedRuleSchema>>({
            actions: result.actions.map((action) => presentAction(view, action)),
            customer: renderCustomer(view, deps.publicUrl, customer),
          });
          return { status: 200, body, customer_id: result.customer_id };
        },
      });
    },
  );
}
