import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../deps.ts';
import { claimReward } from '../../domain/rewards/claim-reward.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, Name } from '../schema-helpers.ts';
import { ActiveCartRedemptionSchema, ClaimedRewardSchema } from './claimed-reward-schemas.ts';
import { CustomerSchema } from './customer-schema.ts';
import { presentActiveCartRedemption, presentClaimedReward } from './present-claimed-reward.ts';
import { presentCustomer } from './present-customer.ts';
import { HeadlessParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const RedeemProductSchema = Type.Object(
  {
    reward_id: Id({ description: 'The reward to redeem.' }),
    customer_merchant_id: Name({ description: "The customer's id in the store's platform." }),
    variant_id: Name({
      description: "The product variant to redeem, by its id in the store's platform.",
    }),
    cart_id: Name({ description: 'The current cart, to which the redemption is linked.' }),
  },
  { title: 'RedeemProduct' },
);

const RedeemedProductSchema = Type.Object(
  {
    active_cart_redemption: ActiveCartRedemptionSchema,
    claimed_reward: ClaimedRewardSchema,
    customer: CustomerSchema,
  },
  { title: 'RedeemedProduct' },
);

export function redeemProductRewardRoute(app: App, deps: Deps): void {
  app.post(
    '/rewards/product_cart/redeem',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'redeemProductReward',
        tags: ['Customer-facing'],
        summary: 'Redeem a product reward into a cart',
        description:
          'Takes the points and reserves the product. The storefront puts `cart_line` of the answer into its cart, ' +
          'attributes included. Unused, the redemption lapses at `expires_at` and everything returns. ' +
          'Refused with 422: `customer_blocked`, `customer_not_enrolled`, `reward_kind_mismatch`, ' +
          '`reward_not_enabled_for_customer`, `reward_limit_reached`, `invalid_variant_id`, `reward_out_of_stock`, ' +
          '`max_cart_redemptions_reached` (with `limit`), `insufficient_points`.',
        params: HeadlessParams,
        body: RedeemProductSchema,
        response: { 201: RedeemedProductSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, channel, country } = storefrontContext(request);
          const { reward_id, customer_merchant_id, variant_id, cart_id } = request.body;
          return claimReward(
            deps,
            {
              program,
              channel,
              country,
              kind: 'product_cart',
              reward_id,
              customer_merchant_id,
              variant_id,
              cart_id,
            },
            hooks,
          );
        },
        present: async (claimed, tx) => {
          const { view, customer } = await loadAnswer(deps, request, claimed.customer_id, tx);
          const id = claimed.claimed_reward_id;
          // Others of the customer's claims may have pushed it out of the latest meanwhile.
          const claim =
            customer.claims.find((latest) => latest.id === id) ??
            (await loadClaim(deps, request.program, id, tx)).claim;
          const body: Static<typeof RedeemedProductSchema> = {
            active_cart_redemption: presentActiveCartRedemption(view, claim, customer.stock),
            claimed_reward: presentClaimedReward(view, claim, customer.stock),
            customer: presentCustomer(view, deps.publicUrl, customer),
          };
          return { status: 201, body, customer_id: claimed.customer_id };
        },
      }),
  );
}
