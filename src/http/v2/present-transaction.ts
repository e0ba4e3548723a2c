import type { ListedActivity, ListedCustomer, ListedTransaction } from '../../domain/ledger/listings.ts';
import { type Program, type Rule, variantFor } from '../../domain/programs/configuration.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { localize } from '../../texts/language.ts';
import { ruleTitle } from '../../texts/rule-title.ts';
import { wordingOf } from '../../texts/wording.ts';
import { timestamp } from '../schema-helpers.ts';
import { presentProgramClaimedReward } from './present-claimed-reward.ts';
import { presentCustomerSummary } from './present-customer-summary.ts';
import type { Activity, Transaction } from './schemas.ts';

export function presentActivity(program: Program, activity: ListedActivity): Activity {
  const { id, merchant_id, value, state, customer, created_at, resource } = activity;
  return {
    id,
    // A caller that gave none still gets one that names this activity and no other.
    merchant_id: merchant_id ?? String(id),
    value,
    state,
    customer: presentCustomerSummary(customer),
    created_at: timestamp(created_at),
    resource,
    rule: presentRule(program, activity, customer),
  };
}

/** Titled as the customer's tier has it, in the default language of the customer's home site. */
function presentRule(program: Program, activity: ListedActivity, customer: ListedCustomer): Activity['rule'] {
  if (activity.rule_id === null) return { id: null, name: null, title: null };
  const rule = program.rule(activity.rule_id);
  const language = program.site(customer.site_id)!.languages[0]!;
  return {
    id: activity.rule_id,
    name: activity.name,
    title: rule ? titleOf(program, rule, customer.tier_id, language) : null,
  };
}

/** A rule as customers of a tier see it titled. */
export function titleOf(program: Program, rule: Rule, tierId: number | null, language: string): string {
  const { title } = variantFor(rule, tierId);
  if (title === null) return ruleTitle(rule, wordingOf(program.settings.texts, language));
  return localize(title, language, language);
}

/** `stock` holds what is left of the rewards that claims among the transactions are of. */
export function presentTransaction(
  program: Program,
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
      return { ...common, resource, activity: presentActivity(program, transaction.activity) };
    case 'claimed_reward':
      return {
        ...common,
        resource,
        claimed_reward: presentProgramClaimedReward(program, customer, transaction.claim, stock),
      };
    case 'adjustment':
      return { ...common, resource, adjustment: { note: transaction.note } };
    case 'expiry':
      return { ...common, resource, expiry: { reason: transaction.reason } };
  }
}
