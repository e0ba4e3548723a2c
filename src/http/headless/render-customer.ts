// The text of a whole customer. Most of it is the same for many customers: it is rendered once for a view and joined
// with the customer's own values. The presenters define every answer. A test compares the two letter for letter, for
// random programs and customers.
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { Pieces } from '../pieces.ts';
import { membersOf, Rendered } from '../rendered.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { CustomerBody, CustomerOfAnyStateBody } from './customer-schema.ts';
import { presentCustomerOfAnyState, presentOwnEnd, presentOwnFields } from './present-customer.ts';
import { addRewards, addRules } from './render-available.ts';
import { addClaims, renderCartRedemptions } from './render-claims.ts';
import { addHistory } from './render-history.ts';

/** The text of `presentCustomerOfAnyState`. */
export function renderCustomerOfAnyState(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): Rendered<CustomerOfAnyStateBody> {
  return new Rendered(customerPieces(view, publicUrl, customer).text());
}

/** The same text in pieces. */
export function customerPieces(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): Pieces {
  const { blocked_at, enrolled_at } = customer.row;
  if (blocked_at === null && enrolled_at !== null) return memberPieces(view, publicUrl, customer);
  return new Pieces().own(JSON.stringify(presentCustomerOfAnyState(view, publicUrl, customer)));
}

/** The text of `presentCustomer`. */
export function renderCustomer(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): Rendered<CustomerBody> {
  return new Rendered(memberPieces(view, publicUrl, customer).text());
}

function memberPieces(view: StorefrontView, publicUrl: string, customer: StorefrontCustomer): Pieces {
  const { now, stock } = customer;
  const pieces = new Pieces();
  pieces.own(`{${membersOf(presentOwnFields(view, customer))},"claimed_rewards":[`);
  addClaims(pieces, view, customer.claims, stock);
  pieces.own('],"available_rules":[');
  addRules(pieces, view, customer.rules, now);
  pieces.own('],"available_rewards":[');
  addRewards(pieces, view, customer.rewards, stock, now);
  pieces.own('],"history":[');
  addHistory(pieces, view, customer.history, customer.row.tier_id);
  const redemptions = renderCartRedemptions(view, customer.cart_redemptions, stock);
  return pieces.own(
    `],"active_cart_redemptions":[${redemptions}],${membersOf(presentOwnEnd(view, publicUrl, customer.row))}}`,
  );
}
