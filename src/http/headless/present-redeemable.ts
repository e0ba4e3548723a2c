import { type ClaimView, isActiveCartRedemption } from '../../domain/claims/claim-record.ts';
import { presentPercentage } from '../../domain/core/money.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { nullableTimestamp } from '../schema-helpers.ts';
import { presentDiscount } from '../shared/present-discount.ts';
import { givenMoney, promisedView } from '../shared/promised-view.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { presentActiveCartRedemption, presentProduct } from './present-cart-redemption.ts';
import { presentCartDiscount } from './present-reward-terms.ts';
import type { RedeemableBody } from './redeemable-schemas.ts';

/**
 * The redeemable of a claim, on the terms of the claim and in the amounts in which it was given. `stock` is the rest of
 * its product.
 */
export function presentRedeemable(
  reader: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): RedeemableBody {
  const { terms, usage_status, fulfilment_explanation } = claim;
  const view = promisedView(reader, claim);
  const expires_at = nullableTimestamp(claim.expires_at);
  const used_at = nullableTimestamp(claim.used_at);
  const money = (minor: number | null) => (minor === null ? null : view.money(minor));
  switch (terms.kind) {
    case 'gift_card':
      return {
        kind: terms.kind,
        usage_status,
        ...(claim.full_code !== undefined && { code: claim.full_code }),
        code_last_characters: claim.code_last_characters!,
        initial_balance: givenMoney(view, claim, claim.initial_balance_minor!),
        current_balance: givenMoney(view, claim, claim.current_balance_minor!),
        expires_at,
      };
    case 'cart_discount_voucher':
      return {
        kind: terms.kind,
        usage_status,
        code: claim.code!,
        ...presentCartDiscount(view, terms),
        expires_at,
        used_at,
      };
    case 'cart_variable_discount_voucher': {
      const { kind, applies_to_order_type } = terms;
      const { asked_minor } = terms;
      const discount =
        asked_minor === undefined ? view.money(terms.discount_minor) : givenMoney(view, claim, asked_minor);
      return { kind, usage_status, discount, code: claim.code!, applies_to_order_type, expires_at, used_at };
    }
    case 'free_shipping_voucher': {
      const max_shipping = money(terms.max_shipping_minor);
      return { kind: terms.kind, usage_status, code: claim.code!, max_shipping, expires_at, used_at };
    }
    case 'product_discount_voucher': {
      const { kind, product } = terms;
      const discount = presentPercentage(terms.percentage, view.language);
      return { kind, usage_status, code: claim.code!, product, discount, expires_at, used_at };
    }
    case 'collection_discount_voucher':
      return {
        kind: terms.kind,
        usage_status,
        code: claim.code!,
        collection: terms.collection,
        ...presentDiscount(view, terms.discount),
        minimum_spend: money(terms.minimum_spend_minor),
        expires_at,
        used_at,
      };
    case 'product_cart':
      return {
        kind: terms.kind,
        usage_status,
        product: presentProduct(claim, terms, stock),
        quantity: claim.quantity,
        used_at,
        cart_line_identifier: claim.redemption_id!,
        active_cart_redemption: isActiveCartRedemption(claim)
          ? presentActiveCartRedemption(view, claim, stock)
          : null,
      };
    case 'custom': {
      const fulfilled_at = nullableTimestamp(claim.fulfilled_at);
      const { kind } = terms;
      const code = claim.code === null ? {} : { code: claim.code };
      return { kind, usage_status, fulfilment_explanation, fulfilled_at, ...code };
    }
  }
}
