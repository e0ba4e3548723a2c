import { DomainError } from '../../domain/core/errors.ts';
import { eraseCustomer } from '../../domain/operations/erase-customer.ts';
import { mergeCustomers } from '../../domain/operations/merge-customers.ts';
import { refundReward } from '../../domain/operations/refund-reward.ts';
import { updateOrder } from '../../domain/operations/update-order.ts';
import type { OrderState } from '../../domain/orders/order-state.ts';
import { findOrder } from '../../domain/orders/store.ts';
import { loadStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { performAct, type Scene } from '../perform-act.ts';
import type { Deed } from './deed.ts';

export const HISTORY_ACTOR = { kind: 'command', name: 'demo history' } as const;

/** Refusals that real customers and shops meet too: then the deed has no effect. */
const REFUSALS = new Set([
  'insufficient_points',
  'rule_limit_reached',
  'reward_already_refunded',
  'reward_already_used',
]);

/** Performs a deed by its use case. */
export async function performDeed(scene: Scene, deed: Exclude<Deed, { kind: 'join' }>): Promise<void> {
  const { deps, program, customer } = scene;
  const { merchant_id } = customer;
  switch (deed.kind) {
    case 'pay':
      return changeOrder(scene, deed.order, ({ total }) => ({ payment_status: 'paid', paid_minor: total }));
    case 'refund':
      return changeOrder(scene, deed.order, ({ paid }) => ({
        refund_status: deed.share === 1 ? 'refunded' : 'partially_refunded',
        refunded_minor: Math.floor(paid * deed.share),
      }));
    case 'cancel':
      return changeOrder(scene, deed.order, () => ({ cancelled: true }));
    case 'give_back':
      return unlessRefused(giveBack(scene, deed.reward));
    case 'merge':
      await mergeCustomers(deps, { program, merchant_id, into: deed.into, by: HISTORY_ACTOR });
      return;
    case 'erase':
      return eraseCustomer(deps, { program, merchant_id, by: HISTORY_ACTOR });
    case 'claim':
      return performAct(scene, { ...deed, if_possible: true });
    case 'adjust':
    case 'complete':
      return unlessRefused(performAct(scene, deed));
    default:
      return performAct(scene, deed);
  }
}

/** Sends the shop's next state of an order, in the order's own currency. */
async function changeOrder(
  { deps, program }: Scene,
  order: string,
  next: (amounts: { total: number; paid: number }) => Partial<OrderState>,
): Promise<void> {
  const known = await findOrder(deps.db, program.id, order);
  if (!known) return;
  const { payment_status, refund_status, cancelled_at, currency_rate } = known;
  const told = (minor: number) => Math.floor(minor * (currency_rate ?? 1));
  const state: OrderState = {
    payment_status,
    paid_minor: told(known.paid_minor),
    refund_status,
    refunded_minor: told(known.refunded_minor),
    cancelled: cancelled_at !== null,
    ...next({ total: told(known.total_minor), paid: told(known.paid_minor) }),
  };
  await updateOrder(deps, { program, merchant_id: order, customer_email: null, state, by: HISTORY_ACTOR });
}

async function giveBack({ deps, program, customer }: Scene, reward: string): Promise<void> {
  const question = { program, customer_id: customer.id, channel: 'web', country: null } as const;
  const { claims } = await loadStorefrontCustomer(deps, question);
  const { id } = program.rewards.find(({ key }) => key === reward)!;
  const claim = claims.find((held) => held.reward_id === id);
  if (claim?.state !== 'approved' || claim.usage_status !== 'not_used') return;
  await refundReward(deps, { program, claimed_reward_id: claim.id, by: HISTORY_ACTOR });
}

async function unlessRefused(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
  }
}
