import type { Selectable } from 'kysely';
import type { ClaimedRewardsTable } from '../../db/claim-tables.ts';
import { type ClaimTerms, isInForm } from '../programs/reward-kinds.ts';
import type { CartContents } from './carts/cart.ts';

export type ClaimRecord = Omit<Selectable<ClaimedRewardsTable>, 'terms'> & { terms: ClaimTerms };

/** The part of a claim that customers see. */
export type ClaimView = Pick<
  ClaimRecord,
  | 'id'
  | 'reward_id'
  | 'kind'
  | 'title'
  | 'state'
  | 'source_kind'
  | 'source_id'
  | 'points_cost'
  | 'quantity'
  | 'claimed_at'
  | 'auto_refund_at'
  | 'expires_at'
  | 'usage_status'
  | 'used_at'
  | 'fulfilled_at'
  | 'fulfilment_explanation'
  | 'terms'
  | 'code'
  | 'code_last_characters'
  | 'initial_balance_minor'
  | 'current_balance_minor'
  | 'variant_id'
  | 'redemption_id'
  | 'cart_id'
  | 'currency'
  | 'currency_rate'
  | 'code_seen_at'
> & {
  /** For an active cart redemption: the cart last sent for its cart_id; null or absent: none was sent. */
  cart?: CartContents | null;
  /** A gift card's whole code, only in the one answer that shows it. */
  full_code?: string;
};

/** Whether the store has handed over a claim that it fulfils itself. Such a claim is never taken back, used or not. */
export function isHandedOver({ terms, fulfilled_at }: Pick<ClaimRecord, 'terms' | 'fulfilled_at'>): boolean {
  return (
    isInForm(terms, 'by_store') && terms.fulfillment_type === 'store_fulfillment' && fulfilled_at !== null
  );
}

/** A product claim that waits in a cart: unused, not refunded, linked to a cart. */
export function isActiveCartRedemption(claim: ClaimView): boolean {
  return (
    claim.redemption_id !== null &&
    claim.cart_id !== null &&
    claim.state === 'approved' &&
    claim.usage_status === 'not_used'
  );
}
