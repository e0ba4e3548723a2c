import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { explainReward } from '../../domain/operations/explain-reward.ts';
import { explainRule } from '../../domain/operations/explain-rule.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { DecimalInput } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { requestContext } from '../request-context.ts';
import { requestedAmount } from '../requested-amount.ts';
import { Id, Integer, MerchantIdOfPath, Name } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import { ExplanationSchema } from './explanation-schema.ts';
import { presentRewardExplanation, presentRuleExplanation } from './present-explanation.ts';

const OF_REWARDS = {
  variant_id: Type.Optional(
    Name({
      description: "For a product: the variant's id in the store's platform. Absent: any variant in stock.",
    }),
  ),
  multiplier: Type.Optional(Integer({ minimum: 1, maximum: 100, description: 'The same as in a claim.' })),
  discount_amount: Type.Optional(
    DecimalInput({
      description:
        "The same as in a claim, in the program's currency. Absent: the smallest discount of the reward.",
    }),
  ),
  cart_id: Type.Optional(Name({ description: 'The id of the cart for a product.' })),
};

const QuerySchema = Type.Object(
  {
    rule_id: Type.Optional(Id({ description: 'The id of a rule. Send either this or `reward_id`.' })),
    reward_id: Type.Optional(
      Id({
        description:
          'The id of a reward. Send either this or `rule_id`. All other parameters are for a reward.',
      }),
    ),
    ...OF_REWARDS,
  },
  { additionalProperties: false },
);

export function explainRoute(app: App, deps: Deps): void {
  app.get(
    '/customers/:merchant_id/explain',
    {
      config: { scope: 'read_customers', complaints: subjectComplaints },
      schema: {
        operationId: 'explain',
        tags: ['Program-level'],
        summary: 'Explain why a customer cannot complete a rule or claim a reward',
        description:
          'The answer says whether it is possible now. If it is not, the answer lists every obstacle (limit, tier, stock, balance) and the moment when each ends. The server decides as in the operation itself, and changes nothing. A rule that storefronts do not complete is possible if its cause (an order, the calendar …) would count now. A claim that is possible now may be refused later, if others claim first.',
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        querystring: QuerySchema,
        response: { 200: ExplanationSchema },
      },
    },
    async (request): Promise<Static<typeof ExplanationSchema>> => {
      const { program, params, query } = request;
      const view = requestedView(request);
      const { merchant_id } = params;
      const { rule_id, reward_id, discount_amount, ...rest } = query;
      if (rule_id !== undefined) {
        return presentRuleExplanation(view, await explainRule(deps, { program, merchant_id, rule_id }));
      }
      const explanation = await explainReward(deps, {
        ...rest,
        ...requestContext(request),
        program,
        merchant_id,
        reward_id: reward_id!,
        discount:
          discount_amount === undefined ? undefined : requestedAmount(discount_amount, program.currency),
      });
      return presentRewardExplanation(view, explanation);
    },
  );
}

/** The question must name exactly one of the two subjects. */
function subjectComplaints({ query }: Pick<FastifyRequest, 'query'>): Record<string, string> {
  const { rule_id, reward_id, ...rest } = query as Record<string, unknown>;
  if (rule_id === undefined && reward_id === undefined)
    return { reward_id: 'is required where there is no rule_id' };
  if (rule_id === undefined) return {};
  if (reward_id !== undefined) return { rule_id: 'cannot stand beside reward_id' };
  const misplaced = Object.keys(OF_REWARDS).filter((name) => name in rest);
  return Object.fromEntries(misplaced.map((name) => [name, 'cannot stand beside rule_id']));
}
