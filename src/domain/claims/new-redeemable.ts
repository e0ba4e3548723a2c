import { DomainError } from '../core/errors.ts';
import { randomCode } from '../core/random-code.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { CartVariableDiscountProperties, CustomProperties } from '../programs/reward-definition.ts';
import { newCardCode } from './card-code.ts';
import type { ChosenDiscount } from './chosen-discount.ts';
import type { VariableDiscountTerms } from './claim-record.ts';
import type { ClaimRequest, NewClaim } from './new-claim.ts';
import { type Promised, promisedAmount } from './promised-amounts.ts';
import { productVariant } from './reserve-inventory.ts';

/** The columns of a claim that depend on its reward's kind, except voucher codes. */
type Redeemable = Pick<
  NewClaim['values'],
  | 'terms'
  | 'code_hash'
  | 'code_last_characters'
  | 'code_sealed'
  | 'initial_balance_minor'
  | 'current_balance_minor'
  | 'variant_id'
  | 'redemption_id'
  | 'cart_id'
  | 'fulfilled_at'
>;

const NOTHING: Omit<Redeemable, 'terms'> = {
  code_hash: null,
  code_last_characters: null,
  code_sealed: null,
  initial_balance_minor: null,
  current_balance_minor: null,
  variant_id: null,
  redemption_id: null,
  cart_id: null,
  fulfilled_at: null,
};

/**
 * The columns of a claim at `at` (ms), and a gift card's whole code. A claim fulfils vouchers and gift cards at once. A
 * product is fulfilled when it is used. A reward that the store fulfils is fulfilled when the store has done it. Throws
 * no_subscription_integration_configured for kinds that need an integration.
 */
export function newRedeemable(
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  promised: Promised,
  reward: Reward,
  request: ClaimRequest,
  at: number,
): { values: Redeemable; full_code: string | null } {
  const { properties } = reward;
  switch (properties.kind) {
    case 'cart_discount_voucher':
    case 'free_shipping_voucher':
    case 'product_discount_voucher':
    case 'collection_discount_voucher':
      return { values: { ...NOTHING, terms: properties, fulfilled_at: at }, full_code: null };
    case 'cart_variable_discount_voucher': {
      const terms = discountTerms(properties, request.discount);
      return { values: { ...NOTHING, terms, fulfilled_at: at }, full_code: null };
    }
    case 'gift_card': {
      const { code, stored } = newCardCode(deps);
      const initial = properties.initial_balance_minor;
      const balance = promisedAmount(program, promised, initial, promised.currency!);
      return {
        values: {
          ...NOTHING,
          terms: properties,
          ...stored,
          initial_balance_minor: balance,
          current_balance_minor: balance,
          fulfilled_at: at,
        },
        full_code: code,
      };
    }
    case 'product_cart': {
      const { variants: _, ...product } = properties.product;
      const variant = productVariant(reward, request.variant_id!)!;
      return {
        values: {
          ...NOTHING,
          terms: {
            kind: 'product_cart',
            product,
            variant: { id: variant.id, title: variant.title },
            cart_requirements: properties.cart_requirements,
          },
          variant_id: variant.id,
          redemption_id: randomCode(deps.random, 16),
          cart_id: request.cart_id,
        },
        full_code: null,
      };
    }
    case 'custom': {
      const fulfilled = isFulfilledByClaim(properties, request.fulfill_immediately);
      return {
        values: { ...NOTHING, terms: properties, fulfilled_at: fulfilled ? at : null },
        full_code: null,
      };
    }
    case 'active_subscription_discount_voucher':
    case 'active_subscription_product':
      throw new DomainError(
        'no_subscription_integration_configured',
        'The reward needs an integration of subscriptions, and the program has none.',
      );
  }
}

function discountTerms(
  properties: CartVariableDiscountProperties,
  discount: ChosenDiscount | null,
): VariableDiscountTerms {
  if (discount === null) throw new Error('a variable discount without an amount was not refused');
  const { minimum_discount_minor: _least, maximum_discount_minor: _most, ...terms } = properties;
  return { ...terms, discount_minor: discount.discount_minor, asked_minor: discount.asked.minor };
}

/**
 * A voucher is its own fulfilment. A webhook has to be waited for. Only a reward that the store fulfils by hand may be
 * done already.
 */
function isFulfilledByClaim(properties: CustomProperties, immediately: boolean): boolean {
  if (properties.fulfillment_type === 'voucher') return true;
  return immediately && properties.fulfillment_method === 'manual';
}
