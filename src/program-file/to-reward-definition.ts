import type {
  CodeSource,
  RewardCost,
  RewardDefinition,
  RewardVariantDefinition,
} from '../domain/programs/reward-definition.ts';
import type {
  CustomProperties,
  Discount,
  RewardProduct,
  RewardProperties,
} from '../domain/programs/reward-kinds.ts';
import { byTier, given, type Minor, seconds, toLimit } from './definition-values.ts';
import type { FileReward } from './reward-schema.ts';

type FileRewardOf<Kind extends FileReward['kind']> = Extract<FileReward, { kind: Kind }>;

export function toRewardDefinition(reward: FileReward, minor: Minor): RewardDefinition {
  return {
    enabled: reward.enabled ?? true,
    title: reward.title,
    description: reward.description ?? null,
    cost: cost(reward)!,
    codes: codes(reward),
    limit: toLimit(reward.limit),
    stock: reward.stock ?? null,
    channels: reward.channels ?? [],
    countries: reward.countries ?? [],
    auto_refund_seconds: seconds(reward.auto_refund_after),
    expires_after_seconds: seconds(reward.expires_after),
    properties: properties(reward, minor),
    variants: byTier(
      reward.variants,
      (variant): Partial<RewardVariantDefinition> => ({
        ...given('enabled', variant.enabled),
        ...given('title', variant.title),
        ...given('description', variant.description),
        ...given('cost', cost(variant)),
      }),
    ),
  };
}

function cost(of: { cost_points?: number } | { cost_points_per_unit?: number }): RewardCost | undefined {
  if ('cost_points_per_unit' in of && of.cost_points_per_unit !== undefined)
    return { kind: 'variable', points_per_unit: of.cost_points_per_unit };
  if ('cost_points' in of && of.cost_points !== undefined) return { kind: 'fixed', points: of.cost_points };
  return undefined;
}

function codes(reward: FileReward): CodeSource {
  const source = 'codes' in reward ? reward.codes : undefined;
  if (source === 'pool') return { kind: 'pool' };
  return { kind: 'generated', pattern: source?.pattern ?? null };
}

function properties(reward: FileReward, minor: Minor): RewardProperties {
  const optional = (amount: number | undefined) => (amount === undefined ? null : minor(amount));
  switch (reward.kind) {
    case 'cart_discount_voucher':
      return {
        kind: reward.kind,
        discount: discount(reward.discount, minor),
        applies_to_order_type: reward.applies_to_order_type ?? 'all',
        recurring_cycle_limit: reward.recurring_cycle_limit ?? null,
        supports_active_subscriptions: reward.supports_active_subscriptions ?? false,
        minimum_spend_minor: optional(reward.minimum_spend),
        target_collections: reward.target_collections ?? [],
      };
    case 'cart_variable_discount_voucher':
      return {
        kind: reward.kind,
        minimum_discount_minor: minor(reward.minimum_discount),
        maximum_discount_minor: minor(reward.maximum_discount),
        minimum_spend_before_discount_minor: optional(reward.minimum_spend_before_discount),
        minimum_spend_after_discount_minor: optional(reward.minimum_spend_after_discount),
        applies_to_order_type: reward.applies_to_order_type ?? 'all',
      };
    case 'free_shipping_voucher':
      return { kind: reward.kind, max_shipping_minor: optional(reward.max_shipping) };
    case 'product_discount_voucher': {
      const { id, image_url = null, variant_id = null } = reward.product;
      return {
        kind: reward.kind,
        product: { id, image_url, variant_id },
        percentage: reward.discount.percentage,
      };
    }
    case 'collection_discount_voucher': {
      const { id, title = null, url = null } = reward.collection;
      return {
        kind: reward.kind,
        collection: { id, title, url },
        discount: discount(reward.discount, minor),
        minimum_spend_minor: optional(reward.minimum_spend),
      };
    }
    case 'gift_card':
      return { kind: reward.kind, initial_balance_minor: minor(reward.initial_balance) };
    case 'product_cart':
      return {
        kind: reward.kind,
        product: product(reward.product),
        max_redemptions_per_cart: reward.max_redemptions_per_cart ?? null,
        cart_requirements: {
          minimum_cart_total_minor: optional(reward.cart_requirements?.minimum_cart_total),
          minimum_line_item_count: reward.cart_requirements?.minimum_line_item_count ?? null,
        },
      };
    case 'active_subscription_discount_voucher':
      return {
        kind: reward.kind,
        discount: discount(reward.discount, minor),
        recurring_cycle_limit: reward.recurring_cycle_limit ?? null,
      };
    case 'active_subscription_product':
      return { kind: reward.kind, product: product(reward.product) };
    case 'custom':
      return custom(reward);
  }
}

function discount(of: FileRewardOf<'cart_discount_voucher'>['discount'], minor: Minor): Discount {
  return of.amount === undefined
    ? { discount_type: 'percentage', percentage: of.percentage! }
    : { discount_type: 'fixed', amount_minor: minor(of.amount) };
}

function product(of: FileRewardOf<'product_cart'>['product']): RewardProduct {
  return {
    id: of.id,
    handle: of.handle ?? null,
    title: of.title ?? null,
    url: of.url ?? null,
    image_url: of.image_url ?? null,
    variants: of.variants.map((variant) => ({
      id: variant.id,
      title: variant.title ?? null,
      inventory_count: variant.inventory_count ?? null,
      sku: variant.sku ?? null,
    })),
  };
}

function custom(reward: FileRewardOf<'custom'>): CustomProperties {
  if (reward.fulfillment_type === 'voucher') return { kind: reward.kind, fulfillment_type: 'voucher' };
  return {
    kind: reward.kind,
    fulfillment_type: 'store_fulfillment',
    fulfillment_method: reward.fulfillment_method ?? 'manual',
    fulfillment_webhook_url: reward.fulfillment_webhook_url ?? null,
  };
}
