import type { Selectable } from 'kysely';
import type { ClaimedRewardsTable } from '../../db/tables.ts';
import type {
  CartDiscountProperties,
  GiftCardProperties,
  ProductCartProperties,
} from '../programs/configuration.ts';

/** What a product claim was for, as claimed. */
export interface ProductTerms {
  kind: 'product_cart';
  product: Omit<ProductCartProperties['product'], 'variants'>;
  variant: { id: string; title: string | null };
  cart_requirements: ProductCartProperties['cart_requirements'];
}

/** The reward's terms at the moment of the claim; amounts in minor units of the program's currency. */
export type ClaimTerms = CartDiscountProperties | GiftCardProperties | ProductTerms;

export type ClaimRecord = Omit<Selectable<ClaimedRewardsTable>, 'terms'> & { terms: ClaimTerms };

/** The part of a claim that customers are shown. */
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
  | 'terms'
  | 'code'
  | 'code_last_characters'
  | 'initial_balance_minor'
  | 'current_balance_minor'
  | 'variant_id'
  | 'redemption_id'
  | 'cart_id'
>;

/** A product claim that waits in a cart: unused, not refunded, linked to a cart. */
export function isActiveCartRedemption(claim: ClaimView): boolean {
  return (
    claim.redemption_id !== null &&
    claim.cart_id !== null &&
    claim.state === 'approved' &&
    claim.usage_status === 'not_used'
  );
}
