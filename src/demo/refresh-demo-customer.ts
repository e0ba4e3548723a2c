import { getCustomer } from '../domain/customers/find-customer.ts';
import { adjustPoints } from '../domain/operations/adjust-points.ts';
import { claimReward } from '../domain/operations/claim-reward.ts';
import { processDue } from '../domain/operations/process-due.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { loadStorefrontCustomer } from '../domain/storefront/load-customer.ts';
import { CART_REWARD, DEMO_CUSTOMER } from './demo-customer-story.ts';

/** A lower balance is filled up. This is enough for each of the rewards in demo.json, and for some more requests. */
const LEAST_POINTS = 7_000;
const FULL_POINTS = 10_000;
/** A redemption that ends sooner is not worth showing. */
const SHOWN_MS = 60 * 60 * 1000;

/** Gives the demo customer points to spend and a redemption that waits in a cart. */
export async function refreshDemoCustomer(deps: Deps, program: Program): Promise<void> {
  const row = await processDue(deps, program, await getCustomer(deps.db, program.id, DEMO_CUSTOMER));
  // An operator may have blocked the customer as a trial. Only the operator undoes that.
  if (row.blocked_at !== null) return;
  if (row.points_approved < LEAST_POINTS) {
    await adjustPoints(deps, {
      program,
      customer_id: row.id,
      points: FULL_POINTS - row.points_approved,
      note: 'Points to try the demo with',
      by: { kind: 'server' },
    });
  }
  const customer = await loadStorefrontCustomer(deps, {
    program,
    customer_id: row.id,
    channel: 'web',
    country: program.sites[0]!.country,
  });
  const waits = customer.cart_redemptions.some(
    (claim) => claim.auto_refund_at === null || claim.auto_refund_at > customer.now + SHOWN_MS,
  );
  if (waits) return;
  const cart = `cart-${DEMO_CUSTOMER}-${customer.now}`;
  await claimReward(deps, {
    program,
    reward_id: program.rewards.find(({ key }) => key === CART_REWARD.reward)!.id,
    customer_merchant_id: DEMO_CUSTOMER,
    variant_id: CART_REWARD.variant_id,
    cart_id: cart,
    session: { kind: 'cart', token: cart },
    channel: 'web',
    country: program.sites[0]!.country,
  });
}
