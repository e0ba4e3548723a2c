import { presentPercentage } from '../../domain/money.ts';
import type {
  CartDiscountProperties,
  Discount,
  ProductCartProperties,
  Reward,
  RewardVariant,
} from '../../domain/programs/configuration.ts';
import type { AvailableReward, StockLevels } from '../../domain/storefront/customer.ts';
import { pointsText } from '../../texts/points.ts';
import { nullableTimestamp } from '../schema-helpers.ts';
import { presentClaimLimit } from './present-limit.ts';
import type { AvailableRewardBody } from './reward-schemas.ts';
import type { StorefrontView } from './storefront-view.ts';

type Constant<Body> = Body extends unknown ? Omit<Body, 'context'> : never;
type ConstantPart = Constant<AvailableRewardBody>;

/** A reward's variant is of one tier, so that it stands for reward and tier at once. */
const constants = new WeakMap<StorefrontView, Map<RewardVariant, ConstantPart>>();

export function presentAvailableReward(
  view: StorefrontView,
  available: AvailableReward,
  stock: StockLevels,
  now: number,
): AvailableRewardBody {
  let held = constants.get(view);
  if (!held) {
    held = new Map();
    constants.set(view, held);
  }
  let constant = held.get(available.variant);
  if (!constant) {
    constant = constantPart(view, available.reward, available.variant);
    held.set(available.variant, constant);
  }
  const context = {
    can_redeem: available.can_redeem,
    last_claimed_at: nullableTimestamp(available.last_claimed_at),
    claim_count: available.claim_count,
    claim_limit: presentClaimLimit(available.limit, now, view.language),
  };
  if (constant.kind !== 'product_cart') return { ...constant, context };
  return { ...constant, properties: withStock(constant.properties, available.reward.id, stock), context };
}

function constantPart(view: StorefrontView, reward: Reward, variant: RewardVariant): ConstantPart {
  const { id, properties } = reward;
  const limit = reward.limit && { count: reward.limit.count, interval: reward.limit.interval };
  const presented = presentVariant(view, variant);
  switch (properties.kind) {
    case 'cart_discount_voucher': {
      const terms = presentCartDiscount(view, properties);
      return { id, kind: properties.kind, limit, properties: terms, variant: presented };
    }
    case 'gift_card': {
      const terms = { initial_balance: view.money(properties.initial_balance_minor) };
      return { id, kind: properties.kind, limit, properties: terms, variant: presented };
    }
    case 'product_cart': {
      const terms = presentProductCart(view, properties);
      return { id, kind: properties.kind, limit, properties: terms, variant: presented };
    }
  }
}

function presentVariant(view: StorefrontView, variant: RewardVariant): AvailableRewardBody['variant'] {
  return {
    tier_id: variant.tier_id,
    enabled: variant.enabled,
    title: view.text(variant.title),
    description: variant.description === null ? null : view.text(variant.description),
    cost: { kind: 'fixed', points: fixedCost(variant) },
    cost_text: pointsText(fixedCost(variant), view.language),
  };
}

/** The terms of a voucher, offered or claimed. */
export function presentCartDiscount(view: StorefrontView, terms: CartDiscountProperties) {
  return {
    ...presentDiscount(view, terms.discount),
    applies_to_order_type: terms.applies_to_order_type,
    recurring_cycle_limit: terms.recurring_cycle_limit,
    supports_active_subscriptions: terms.supports_active_subscriptions,
    minimum_spend: terms.minimum_spend_minor === null ? null : view.money(terms.minimum_spend_minor),
  };
}

function presentDiscount(view: StorefrontView, discount: Discount) {
  if (discount.discount_type === 'fixed') {
    return { discount_type: discount.discount_type, discount: view.money(discount.amount_minor) };
  }
  return {
    discount_type: discount.discount_type,
    discount: presentPercentage(discount.percentage, view.language),
  };
}

function presentProductCart(view: StorefrontView, { product, ...terms }: ProductCartProperties) {
  const { minimum_cart_total_minor, minimum_line_item_count } = terms.cart_requirements;
  return {
    product: {
      id: product.id,
      handle: product.handle,
      title: product.title,
      url: product.url,
      image_url: product.image_url,
      variants: product.variants.map((variant, index) => ({
        id: variant.id,
        title: variant.title,
        inventory_count: variant.inventory_count,
        sort_key: index + 1,
      })),
    },
    max_redemptions_per_cart: terms.max_redemptions_per_cart,
    cart_requirements: {
      minimum_cart_total: minimum_cart_total_minor === null ? null : view.money(minimum_cart_total_minor),
      minimum_line_item_count,
    },
  };
}

type ProductCart = ReturnType<typeof presentProductCart>;

/** What the program file says of stock is what there was to begin with; `stock` knows what is left. */
function withStock(properties: ProductCart, rewardId: number, stock: StockLevels): ProductCart {
  const { product } = properties;
  if (product.variants.every((variant) => variant.inventory_count === null)) return properties;
  const variants = product.variants.map((variant) => ({
    ...variant,
    inventory_count: variant.inventory_count === null ? null : stock.remaining(rewardId, variant.id),
  }));
  return { ...properties, product: { ...product, variants } };
}

function fixedCost({ cost }: RewardVariant): number {
  return cost.kind === 'fixed' ? cost.points : 0;
}
