import type { ListedActivity } from '../../domain/listings/activity-store.ts';
import type { ListedCustomer } from '../../domain/listings/listed-customer.ts';
import type { ListedTransaction } from '../../domain/listings/transaction-store.ts';
import { type Rule, variantFor } from '../../domain/programs/configuration.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { timestamp } from '../schema-helpers.ts';
import { presentCustomerSummary } from './present-customer-summary.ts';
import { presentProgramClaimedReward } from './present-program-claimed-reward.ts';
import type { Activity, Transaction } from './record-schemas.ts';
import type { StorefrontView } from './storefront-view.ts';

export function presentActivity(view: StorefrontView, activity: ListedActivity): Activity {
  const { id, merchant_id, value, state, customer, created_at, updated_at, change_id, resource } = activity;
  const { order_id, order_merchant_id } = activity;
  return {
    id,
    // If the caller gave no merchant_id, this one identifies the activity.
    merchant_id: merchant_id ?? String(id),
    value,
    state,
    customer: presentCustomerSummary(customer),
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
    change_id,
    resource,
    order: order_id === null ? null : { id: order_id, merchant_id: order_merchant_id! },
    rule: presentRule(view, activity, customer),
  };
}

/** The rule, with its title for the customer's tier. */
function presentRule(
  view: StorefrontView,
  activity: ListedActivity,
  customer: ListedCustomer,
): Activity['rule'] {
  if (activity.rule_id === null) return { id: null, name: null, title: null };
  const rule = view.program.rule(activity.rule_id);
  return {
    id: activity.rule_id,
    name: activity.name,
    title: rule ? titleOf(view, rule, customer.tier_id) : null,
  };
}

/** The title of a rule for customers of a tier. */
export function titleOf(view: StorefrontView, rule: Rule, tierId: number | null): string {
  return view.ruleTitle(rule, variantFor(rule, tierId));
}

/** `stock` has the rest of the rewards whose claims are among the transactions. */
export function presentTransaction(
  view: StorefrontView,
  transaction: ListedTransaction,
  stock: StockLevels,
): Transaction {
  const { id, customer, points_approved, points_pending, created_at } = transaction;
  const common = {
    id,
    customer: presentCustomerSummary(customer),
    points_approved,
    points_pending,
    created_at: timestamp(created_at),
  };
  const { resource } = transaction;
  switch (resource) {
    case 'activity':
      return { ...common, resource, activity: presentActivity(view, transaction.activity) };
    case 'claimed_reward':
      return {
        ...common,
        resource,
        claimed_reward: presentProgramClaimedReward(view, customer, transaction.claim, stock),
      };
    case 'adjustment':
      return { ...common, resource, adjustment: { note: transaction.note } };
    case 'expiry':
      return { ...common, resource, expiry: { reason: transaction.reason } };
  }
}
