import { type Static, Type } from '@sinclair/typebox';
import { refundReward } from '../../domain/operations/refund-reward.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { CART_KIND } from '../../domain/programs/reward-kinds.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { renderObject } from '../rendered.ts';
import { Id } from '../schema-helpers.ts';
import { presentClaimedReward } from './present-claimed-reward.ts';
import { redeemedFields } from './redeem-reward.ts';
import { renderCustomer } from './render-customer.ts';
import { HeadlessParams } from './site.ts';
import { loadAnswer, storefrontContext } from './storefront-answer.ts';

const RefundProductSchema = Type.Object(
  { claimed_reward_id: Id({ description: 'The id of the claimed reward.' }) },
  { title: 'RefundProduct' },
);

const RefundedProductSchema = Type.Object(redeemedFields, { title: 'RefundedProduct' });

export function refundProductRewardRoute(app: App, deps: Deps): void {
  app.post(
    `/rewards/${CART_KIND}/refund`,
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'refundProductReward',
        tags: ['Customer-facing'],
        summary: 'Refund an unused product',
        description:
          'The claim becomes `void`. The customer gets the points back, and the stock and the place in the limit are free again. Refused with 422: `customer_blocked`, `customer_not_enrolled`, `reward_kind_mismatch`, `reward_already_refunded`, `reward_already_used` (or expired).',
        params: HeadlessParams,
        body: RefundProductSchema,
        response: { 201: RefundedProductSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program } = storefrontContext(request);
          const { claimed_reward_id } = request.body;
          return refundReward(deps, { program, kind: CART_KIND, claimed_reward_id }, hooks);
        },
        present: async ({ customer_id, claimed_reward_id }, tx) => {
          const { view, customer } = await loadAnswer(deps, request, customer_id, tx);
          const { claim } = await loadClaim(deps, request.program, claimed_reward_id, tx);
          const body = renderObject<Static<typeof RefundedProductSchema>>({
            claimed_reward: presentClaimedReward(view, claim, customer.stock),
            customer: renderCustomer(view, deps.publicUrl, customer),
          });
          return { status: 201, body, customer_id };
        },
      }),
  );
}
