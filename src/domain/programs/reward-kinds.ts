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
  /** The collections to which the store restricts the discount; empty: the whole cart. */
  target_collections: TargetCollection[];
}

interface TargetCollection {
  /** The id on the shop platform. */
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
  /** The highest shipping cost that becomes free; null: any. */
  max_shipping_minor: number | null;
}

export interface ProductDiscountProperties {
  kind: 'product_discount_voucher';
  product: { id: string; image_url: string | null; variant_id: string | null };
  percentage: number;
}

interface CollectionDiscountProperties {
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

/** The product at the time of the claim. */
export interface ProductTerms {
  kind: 'product_cart';
  product: Omit<RewardProduct, 'variants'>;
  variant: { id: string; title: string | null };
  cart_requirements: ProductCartProperties['cart_requirements'];
}

/** A voucher whose customer asked for the amount of the discount. */
type VariableDiscountTerms = Omit<
  CartVariableDiscountProperties,
  'minimum_discount_minor' | 'maximum_discount_minor'
> & {
  discount_minor: number;
  /** The exact requested amount, in the claim's currency; absent in older claims, which did not store it. */
  asked_minor?: number;
};

/** The properties of a reward in the program, and the terms that a claim of it stores; by default the same. */
interface Kind<P, T = P> {
  properties: P;
  terms: T;
}

/**
 * The kinds of reward. Kinds that need a subscription integration have no terms: without an integration no customer can
 * claim them.
 */
interface RewardKinds {
  gift_card: Kind<GiftCardProperties>;
  cart_discount_voucher: Kind<CartDiscountProperties>;
  cart_variable_discount_voucher: Kind<CartVariableDiscountProperties, VariableDiscountTerms>;
  free_shipping_voucher: Kind<FreeShippingProperties>;
  product_discount_voucher: Kind<ProductDiscountProperties>;
  collection_discount_voucher: Kind<CollectionDiscountProperties>;
  product_cart: Kind<ProductCartProperties, ProductTerms>;
  active_subscription_discount_voucher: Kind<ActiveSubscriptionDiscountProperties, never>;
  active_subscription_product: Kind<ActiveSubscriptionProductProperties, never>;
  custom: Kind<CustomProperties>;
}

export type RewardKind = keyof RewardKinds;
export type PropertiesOf<K extends RewardKind> = RewardKinds[K]['properties'];
export type RewardProperties = PropertiesOf<RewardKind>;
export type TermsOf<K extends RewardKind> = RewardKinds[K]['terms'];

/**
 * The reward's terms at the moment of the claim; amounts in minor units of the program's currency, except
 * `asked_minor`.
 */
export type ClaimTerms = TermsOf<RewardKind>;

/**
 * The form in which a customer gets a reward: the code of a voucher, a code with a balance, a line in its cart, a
 * change of its running subscription, or an action of the store, for example accepting a voucher.
 */
type RewardForm = 'voucher' | 'balance' | 'cart_line' | 'subscription' | 'by_store';

interface RewardTraits {
  form: RewardForm;
  /** Whether a referred friend can get a reward of the kind. */
  for_friends: boolean;
}

const TRAITS = {
  gift_card: { form: 'balance', for_friends: false },
  cart_discount_voucher: { form: 'voucher', for_friends: true },
  cart_variable_discount_voucher: { form: 'voucher', for_friends: false },
  free_shipping_voucher: { form: 'voucher', for_friends: true },
  product_discount_voucher: { form: 'voucher', for_friends: false },
  collection_discount_voucher: { form: 'voucher', for_friends: false },
  product_cart: { form: 'cart_line', for_friends: false },
  active_subscription_discount_voucher: { form: 'subscription', for_friends: false },
  active_subscription_product: { form: 'subscription', for_friends: false },
  custom: { form: 'by_store', for_friends: false },
} as const satisfies Record<RewardKind, RewardTraits>;

/** The kind that goes into a cart. It has no code, so customers may give it back until it is used. */
export const CART_KIND: KindOfForm<'cart_line'> = 'product_cart';

export const REWARD_KINDS = Object.keys(TRAITS) as readonly RewardKind[];

type KindOfForm<F extends RewardForm> = {
  [K in RewardKind]: (typeof TRAITS)[K]['form'] extends F ? K : never;
}[RewardKind];

export type KindForFriends = {
  [K in RewardKind]: (typeof TRAITS)[K]['for_friends'] extends true ? K : never;
}[RewardKind];

export function formOf(kind: RewardKind): RewardForm {
  return TRAITS[kind].form;
}

/** Whether the properties of a reward, or the terms of a claim, are of a kind of this form. */
export function isInForm<T extends { kind: RewardKind }, F extends RewardForm>(
  terms: T,
  form: F,
): terms is Extract<T, { kind: KindOfForm<F> }> {
  return TRAITS[terms.kind].form === form;
}

/** Whether claims of the kind need a subscription integration. No program has one yet. */
export function needsSubscriptions(kind: RewardKind): boolean {
  return TRAITS[kind].form === 'subscription';
}

export function isForFriends(kind: RewardKind): kind is KindForFriends {
  return TRAITS[kind].for_friends;
}

/** Whether the properties name a product with variants, one of which the customer chooses. */
export function hasVariants(
  properties: RewardProperties,
): properties is Extract<RewardProperties, { product: RewardProduct }> {
  return 'product' in properties && 'variants' in properties.product;
}

/** Whether the customer chooses the amount of the discount. */
export function leavesAmountOpen(
  properties: RewardProperties,
): properties is Extract<RewardProperties, { minimum_discount_minor: number }> {
  return 'minimum_discount_minor' in properties;
}
