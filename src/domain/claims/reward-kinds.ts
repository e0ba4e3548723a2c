import { DomainError } from '../core/errors.ts';
import { randomCode } from '../core/random-code.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type {
  ClaimTerms,
  Discount,
  PropertiesOf,
  RewardKind,
  RewardProperties,
  TermsOf,
} from '../programs/reward-kinds.ts';
import { newCardCode } from './card-code.ts';
import type { OpenWorth, Worth, WorthInMoney } from './claim-title.ts';
import type { ClaimRequest, NewClaim } from './new-claim.ts';
import { productVariant } from './product-variant.ts';
import { type Promised, promisedAmount } from './promised-amounts.ts';

/** The columns of a claim that depend on its reward's kind, except its terms and voucher codes. */
type KindColumns = Pick<
  NewClaim['values'],
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

/** The circumstances of a new claim at `at` (ms). */
interface Claiming {
  deps: Pick<Deps, 'random' | 'secret'>;
  program: Program;
  promised: Promised;
  reward: Reward;
  request: ClaimRequest;
  at: number;
}

interface Redeemable<T> {
  terms: T;
  columns: Partial<KindColumns>;
  /** A gift card's whole code. */
  full_code?: string;
}

interface RewardBehaviour<P, T> {
  /** Whether claims come with a voucher code from the reward's `codes`. Gift cards have codes of their own kind. */
  givesCode(properties: P): boolean;
  /** A discount, a balance, or the greatest shipping cost that is free; null if the reward has no such worth. */
  worthOf(terms: P | T): Worth | OpenWorth | null;
  /** The least amount that a customer has to spend, in minor units. Absent or null: there is no minimum. */
  minimumSpendOf?(terms: P | T): number | null;
  /** The terms and the columns of a new claim. */
  redeemable(properties: P, claiming: Claiming): Redeemable<T>;
}

const worthOfDiscount = (discount: Discount): Worth =>
  discount.discount_type === 'fixed' ? { minor: discount.amount_minor } : { percentage: discount.percentage };

/** The code is the fulfilment. */
const fulfilledAt = <T extends ClaimTerms>(at: number, terms: T): Redeemable<T> => ({
  terms,
  columns: { fulfilled_at: at },
});

const refusedWithoutSubscriptions = (): never => {
  throw new DomainError(
    'no_subscription_integration_configured',
    'The reward needs an integration of subscriptions, and the program has none.',
  );
};

/**
 * The differences between kinds when they are claimed. A claim fulfils a voucher or a gift card at once. Its use
 * fulfils a product. The store fulfils a custom reward, and then says so.
 */
const BEHAVIOURS = {
  gift_card: {
    givesCode: () => false,
    worthOf: ({ initial_balance_minor }) => ({ minor: initial_balance_minor }),
    redeemable(properties, { deps, program, promised, at }) {
      const { code, stored } = newCardCode(deps);
      const balance = promisedAmount(program, promised, properties.initial_balance_minor, promised.currency!);
      const columns = {
        ...stored,
        initial_balance_minor: balance,
        current_balance_minor: balance,
        fulfilled_at: at,
      };
      return { terms: properties, columns, full_code: code };
    },
  },
  cart_discount_voucher: {
    givesCode: () => true,
    worthOf: ({ discount }) => worthOfDiscount(discount),
    minimumSpendOf: ({ minimum_spend_minor }) => minimum_spend_minor,
    redeemable: (properties, { at }) => fulfilledAt(at, properties),
  },
  cart_variable_discount_voucher: {
    givesCode: () => true,
    worthOf: (terms) =>
      'discount_minor' in terms
        ? { minor: terms.discount_minor }
        : { from_minor: terms.minimum_discount_minor, to_minor: terms.maximum_discount_minor },
    minimumSpendOf: (terms) => terms.minimum_spend_before_discount_minor,
    redeemable(properties, { request: { discount }, at }) {
      if (discount === null) throw new Error('a variable discount without an amount was not refused');
      const { minimum_discount_minor: _least, maximum_discount_minor: _most, ...rest } = properties;
      const chosen = { discount_minor: discount.discount_minor, asked_minor: discount.asked.minor };
      return fulfilledAt(at, { ...rest, ...chosen });
    },
  },
  free_shipping_voucher: {
    givesCode: () => true,
    worthOf: ({ max_shipping_minor: most }) => (most === null ? null : { minor: most }),
    redeemable: (properties, { at }) => fulfilledAt(at, properties),
  },
  product_discount_voucher: {
    givesCode: () => true,
    worthOf: ({ percentage }) => ({ percentage }),
    redeemable: (properties, { at }) => fulfilledAt(at, properties),
  },
  collection_discount_voucher: {
    givesCode: () => true,
    worthOf: ({ discount }) => worthOfDiscount(discount),
    minimumSpendOf: ({ minimum_spend_minor }) => minimum_spend_minor,
    redeemable: (properties, { at }) => fulfilledAt(at, properties),
  },
  product_cart: {
    givesCode: () => false,
    worthOf: () => null,
    minimumSpendOf: ({ cart_requirements }) => cart_requirements.minimum_cart_total_minor,
    redeemable({ kind, product: { variants: _, ...product }, cart_requirements }, { deps, reward, request }) {
      const { id, title } = productVariant(reward, request.variant_id!)!;
      return {
        terms: { kind, product, variant: { id, title }, cart_requirements },
        columns: {
          variant_id: id,
          redemption_id: randomCode(deps.random, 16),
          cart_id: request.cart_id,
        },
      };
    },
  },
  active_subscription_discount_voucher: {
    givesCode: () => true,
    worthOf: ({ discount }) => worthOfDiscount(discount),
    redeemable: refusedWithoutSubscriptions,
  },
  active_subscription_product: {
    givesCode: () => false,
    worthOf: () => null,
    redeemable: refusedWithoutSubscriptions,
  },
  custom: {
    givesCode: ({ fulfillment_type }) => fulfillment_type === 'voucher',
    worthOf: () => null,
    redeemable(properties, { request, at }) {
      // With a webhook, the fulfilment comes later. Only a reward that the store fulfils by hand may be fulfilled
      // already.
      const fulfilled =
        properties.fulfillment_type === 'voucher' ||
        (request.fulfill_immediately && properties.fulfillment_method === 'manual');
      return { terms: properties, columns: { fulfilled_at: fulfilled ? at : null } };
    },
  },
} satisfies { [K in RewardKind]: RewardBehaviour<PropertiesOf<K>, TermsOf<K>> };

/** The functions of a kind take properties and terms of the same kind. */
function behaviourOf(kind: RewardKind): RewardBehaviour<RewardProperties, ClaimTerms> {
  return BEHAVIOURS[kind];
}

/** Whether claims of a reward come with a voucher code from its `codes`. */
export function givesVoucherCode(properties: RewardProperties): boolean {
  return behaviourOf(properties.kind).givesCode(properties);
}

/** A discount, a balance, or the greatest shipping cost that is free; null if the reward has no such worth. */
export function worthOf(terms: RewardProperties | ClaimTerms): Worth | OpenWorth | null {
  return behaviourOf(terms.kind).worthOf(terms);
}

/** The least amount that a customer has to spend; null: there is no minimum. */
export function minimumSpendOf(terms: RewardProperties | ClaimTerms): WorthInMoney | null {
  const minor = behaviourOf(terms.kind).minimumSpendOf?.(terms) ?? null;
  return minor === null ? null : { minor };
}

/**
 * The terms and the columns of a new claim, and a gift card's whole code. Throws
 * no_subscription_integration_configured for kinds that need an integration.
 */
export function redeemableOf(claiming: Claiming): Redeemable<ClaimTerms> {
  const { properties } = claiming.reward;
  return behaviourOf(properties.kind).redeemable(properties, claiming);
}
