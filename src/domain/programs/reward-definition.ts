import type { Limit } from '../core/limits.ts';
import type { Channel, LocalizedText } from './program-settings.ts';

export const REWARD_KINDS = [
  'gift_card',
  'cart_discount_voucher',
  'cart_variable_discount_voucher',
  'free_shipping_voucher',
  'product_discount_voucher',
  'collection_discount_voucher',
  'product_cart',
  'active_subscription_discount_voucher',
  'active_subscription_product',
  'custom',
] as const;

export type RewardKind = (typeof REWARD_KINDS)[number];

/** Whether claims of a kind would go to a subscription integration. No program has one yet. */
export function needsSubscriptions(kind: RewardKind): boolean {
  return kind === 'active_subscription_discount_voucher' || kind === 'active_subscription_product';
}

export type Discount =
  | { discount_type: 'fixed'; amount_minor: number }
  | { discount_type: 'percentage'; percentage: number };

type OrderType = 'all' | 'one_time' | 'subscription';

export interface CartDiscountProperties {
  kind: 'cart_discount_voucher';
  discount: Discount;
  applies_to_order_type: OrderType;
  recurring_cycle_limit: number | null;
  supports_active_subscriptions: boolean;
  minimum_spend_minor: number | null;
  /** The collections that the store restricts the discount to; empty: the whole cart. */
  target_collections: TargetCollection[];
}

interface TargetCollection {
  /** The platform's id. */
  id: number;
  url: string;
  restriction_text: string;
}

export interface CartVariableDiscountProperties {
  kind: 'cart_variable_discount_voucher';
  minimum_discount_minor: number;
  maximum_discount_minor: number;
  minimum_spend_before_discount_minor: number | null;
  minimum_spend_after_discount_minor: number | null;
  applies_to_order_type: OrderType;
}

export interface FreeShippingProperties {
  kind: 'free_shipping_voucher';
  /** The greatest shipping cost that is free; null: any. */
  max_shipping_minor: number | null;
}

export interface ProductDiscountProperties {
  kind: 'product_discount_voucher';
  product: { id: string; image_url: string | null; variant_id: string | null };
  percentage: number;
}

export interface CollectionDiscountProperties {
  kind: 'collection_discount_voucher';
  collection: { id: string; title: string | null; url: string | null };
  discount: Discount;
  minimum_spend_minor: number | null;
}

export interface GiftCardProperties {
  kind: 'gift_card';
  initial_balance_minor: number;
}

export interface ProductVariantDefinition {
  id: string;
  title: string | null;
  /** The initial stock; the rest is counted in the database. null: not tracked. */
  inventory_count: number | null;
  sku: string | null;
}

export interface RewardProduct {
  id: string;
  handle: string | null;
  title: string | null;
  url: string | null;
  image_url: string | null;
  variants: ProductVariantDefinition[];
}

export interface ProductCartProperties {
  kind: 'product_cart';
  product: RewardProduct;
  max_redemptions_per_cart: number | null;
  cart_requirements: { minimum_cart_total_minor: number | null; minimum_line_item_count: number | null };
}

interface ActiveSubscriptionDiscountProperties {
  kind: 'active_subscription_discount_voucher';
  discount: Discount;
  recurring_cycle_limit: number | null;
}

interface ActiveSubscriptionProductProperties {
  kind: 'active_subscription_product';
  product: RewardProduct;
}

export type CustomProperties = { kind: 'custom' } & (
  | {
      fulfillment_type: 'store_fulfillment';
      fulfillment_method: 'manual' | 'webhook';
      fulfillment_webhook_url: string | null;
    }
  | { fulfillment_type: 'voucher' }
);

export type RewardProperties =
  | CartDiscountProperties
  | CartVariableDiscountProperties
  | FreeShippingProperties
  | ProductDiscountProperties
  | CollectionDiscountProperties
  | GiftCardProperties
  | ProductCartProperties
  | ActiveSubscriptionDiscountProperties
  | ActiveSubscriptionProductProperties
  | CustomProperties;

/** variable: so many points for each currency unit of the discount asked for. */
export type RewardCost = { kind: 'fixed'; points: number } | { kind: 'variable'; points_per_unit: number };

/**
 * The source of voucher codes. In a pattern each `?` becomes a random letter and each `#` a random digit; null: twelve
 * random characters. A pool holds codes that the operator imported.
 */
export type CodeSource = { kind: 'generated'; pattern: string | null } | { kind: 'pool' };

export interface RewardVariantDefinition {
  enabled: boolean;
  title: LocalizedText;
  description: LocalizedText | null;
  cost: RewardCost;
}

export interface RewardDefinition extends RewardVariantDefinition {
  limit: Limit | null;
  /** The number of claims in all, counted in the database; null: unlimited. */
  stock: number | null;
  /** Empty: all. */
  channels: Channel[];
  /** ISO 3166-1 alpha-2; empty: all. */
  countries: string[];
  /** An unused claim lapses after so long and its points return. null: never (product_cart: 24 h). */
  auto_refund_seconds: number | null;
  /** The claim can be used for so long; null: for ever. */
  expires_after_seconds: number | null;
  /** Only for kinds that give a voucher code. */
  codes: CodeSource;
  properties: RewardProperties;
  variants: Record<string, Partial<RewardVariantDefinition>>;
}
