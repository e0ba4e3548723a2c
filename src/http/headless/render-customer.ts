// The text of a whole customer. Most of it says the same to many customers: it is rendered once for a view and spliced
// between the customer's own values. The presenters define every answer; a test holds the two together letter for
// letter, for random programs and customers.
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { membersOf, Rendered } from '../rendered.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { CustomerBody, CustomerOfAnyStateBody } from './customer-schema.ts';
import { presentCustomerOfAnyState, presentOwnEnd, presentOwnFields } from './present-customer.ts';
import { renderAvailableReward, renderAvailableRule } from './render-available.ts';
import { renderCartRedemptions, renderClaims } from './render-claims.ts';
import { renderHistory } from './render-history.ts';

/** The text of `presentCustomerOfAnyState`. */
export function renderCustomerOfAnyState(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): Rendered<CustomerOfAnyStateBody> {
  const { blocked_at, enrolled_at } = customer.row;
  if (blocked_at === null && enrolled_at !== null) return renderCustomer(view, publicUrl, customer);
  return new Rendered(JSON.stringify(presentCustomerOfAnyState(view, publicUrl, customer)));
}

/** The text of `presentCustomer`. */
export function renderCustomer(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): Rendered<CustomerBody> {
  const { now, stock } = customer;
  let text = `{${membersOf(presentOwnFields(view, customer))},"claimed_rewards":[`;
  text += renderClaims(view, customer.claims, stock);
  text += '],"available_rules":[';
  let comma = '';
  for (const rule of customer.rules) {
    text += comma + renderAvailableRule(view, rule, now);
    comma = ',';
  }
  text += '],"available_rewards":[';
  comma = '';
  for (const reward of customer.rewards) {
    text += comma + renderAvailableReward(view, reward, stock, now);
    comma = ',';
  }
  text += `],"history":[${renderHistory(view, customer.history, customer.row.tier_id)}`;
  text += `],"active_cart_redemptions":[${renderCartRedemptions(view, customer.cart_redemptions, stock)}`;
  return new Rendered(`${text}],${membersOf(presentOwnEnd(view, publicUrl, customer.row))}}`);
}
