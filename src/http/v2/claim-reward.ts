import { Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import { findCustomerByMerchantId } from '../../domain/customers/find-customer.ts';
import { claimedFrom, claimReward } from '../../domain/operations/claim-reward.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { AmountInput } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { knownOfClaim } from '../known-of-claim.ts';
import { requestContext } from '../request-context.ts';
import { requestedAmount } from '../requested-amount.ts';
import { Id, Integer, MerchantIdOfPath, PlatformId, platformId, StringEnum } from '../schema-helpers.ts';
import { requestedView } from '../shared/program-view.ts';
import { ClaimedRewardAnswerSchema, claimedRewardAnswer } from './claimed-reward-answer.ts';

const BodySchema = Type.Object(
  {
    reward_id: Id({ description: 'The reward to claim.' }),
    multiplier: Type.Optional(
      Integer({
        minimum: 1,
        maximum: 100,
        description: 'Multiplies the cost and the quantity. Only for custom rewards.',
      }),
    ),
    variant_id: Type.Optional(
      PlatformId({ description: "The variant's id in the store's platform. Required for a product reward." }),
    ),
    discount_amount: Type.Optional(
      AmountInput({
        description:
          "The discount that the customer chooses, in the program's currency and within the reward's bounds. Required if the reward lets the customer choose. It has no effect on other rewards.",
      }),
    ),
    platform_action_id: Type.Optional(
      PlatformId({
        description:
          'Your own id of the claim. A second request with the same id, customer and reward claims nothing, and gets the first claim.',
      }),
    ),
    attribution: Type.Optional(StringEnum(['redemption_notification'])),
    session: Type.Optional(
      Type.Object(
        { kind: StringEnum(['cart', 'checkout', 'custom']), token: PlatformId() },
        {
          description:
            'The session that the claim belongs to. A product is linked to the cart of a session of kind `cart`.',
        },
      ),
    ),
  },
  { title: 'ClaimReward' },
);

export function claimRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/customers/:merchant_id/claimed_rewards',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'claimReward',
        tags: ['Program-level'],
        summary: 'Claim a reward for a customer',
        description:
          'Takes the points and gives the reward. Only this answer has the whole code of a gift card. Refused with 422: `customer_blocked`, `customer_not_enrolled`, `reward_not_enabled_for_customer`, `no_subscription_integration_configured`, `reward_limit_reached`, `invalid_variant_id`, `reward_out_of_stock`, `max_cart_redemptions_reached` (with `limit`), `insufficient_points`, `voucher_allocation_failed`.',
        params: Type.Object({ merchant_id: MerchantIdOfPath() }),
        body: BodySchema,
        response: { 201: ClaimedRewardAnswerSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { program, body } = request;
          const customer = await findCustomerByMerchantId(deps.db, program.id, request.params.merchant_id);
          if (!customer) throw new DomainError('not_found', 'There is no such customer.');
          const { channel, country } = requestContext(request);
          const session = body.session && { ...body.session, token: platformId(body.session.token) };
          return claimReward(
            deps,
            {
              program,
              reward_id: body.reward_id,
              customer_merchant_id: customer.merchant_id,
              variant_id: optionalId(body.variant_id),
              multiplier: body.multiplier,
              discount:
                body.discount_amount === undefined
                  ? undefined
                  : requestedAmount(body.discount_amount, program.currency),
              cart_id: session?.kind === 'cart' ? session.token : null,
              platform_action_id: optionalId(body.platform_action_id),
              session: session ?? null,
              channel,
              country: country ?? program.site(customer.site_id)!.country,
            },
            hooks,
          );
        },
        resume: claimedFrom,
        known: knownOfClaim,
        present: async (claimed, tx) => ({
          status: 201,
          body: await claimedRewardAnswer(deps, requestedView(request), claimed, tx),
          customer_id: claimed.customer_id,
        }),
      }),
  );
}

function optionalId(id: string | number | undefined): string | undefined {
  return id === undefined ? undefined : platformId(id);
}
