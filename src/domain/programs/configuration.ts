import type { Limit } from '../limits.ts';

/** A text in every language alike, or one per language tag; the site's first language is the fallback. */
export type LocalizedText = string | Record<string, string>;

/** What the program file says of the program itself; amounts in minor units of the program's currency. */
export interface ProgramSettings {
  /** Unknown customers that a session, an order or an activity names are enrolled, else they stay guests. */
  enrol_on_sight: boolean;
  /** Whether voiding points already spent may take the balance below zero, or takes only what is there. */
  negative_balance: 'allow' | 'within_balance';
  /** Units of another currency for one unit of the program's; a currency without a rate is unsupported. */
  currency_rates: Record<string, number>;
  /** What the tiers' bounds count. */
  tier_boundary_mode: BoundaryMode;
  tier_membership: TierMembership | null;
  /** null: points never expire. */
  points_expiry: PointsExpiry | null;
  /** null: referrals are not enabled. */
  referrals: ReferralSettings | null;
  earning_amount: EarningAmount;
  /** Where customers hand in receipts; null where the program takes none. */
  receipt_upload_url: string | null;
  /** The operator's own messages in place of ours: language tag → message key → ICU message. */
  texts: Record<string, Record<string, string>>;
  webview_session_seconds: number;
}

/** spend: minor units of the program's currency paid less refunded; points: points earned; orders: their number. */
export type BoundaryMode = 'spend' | 'points' | 'orders';

/**
 * How long a tier is held, and which facts earn it.
 * rolling: the facts of the last `duration_months`, held as long. calendar: those of the calendar window that
 * begins at `starts_on` and each `window_months` after, held to the end of the `windows`th, the present one
 * being the first. enrollment_anniversary: likewise, by years from the enrolment. lifetime: all facts, for ever.
 */
export type TierMembership =
  | { mode: 'rolling'; duration_months: number }
  | { mode: 'calendar'; starts_on: { month: number; day: number }; window_months: number; windows: number }
  | { mode: 'enrollment_anniversary'; windows: number }
  | { mode: 'lifetime' };

/**
 * When points expire. The inactivity modes take the whole balance `duration_months` after the last purchase or
 * the last change of the balance; after_earning takes what is left of points `duration_months` after they were
 * earned; calendar_date what is left at the end of the day that comes once a year.
 */
export type PointsExpiry =
  | { mode: 'inactivity_since_purchase'; duration_months: number }
  | { mode: 'inactivity_since_balance_change'; duration_months: number }
  | { mode: 'after_earning'; duration_months: number }
  | { mode: 'calendar_date'; month: number; day: number };

/**
 * What of an order's total the rules for whole orders count. discounts: also what discounts took off, as if it
 * had been paid.
 */
export interface EarningAmount {
  shipping: boolean;
  tax: boolean;
  discounts: boolean;
}

export interface ReferralSettings {
  /** The voucher reward whose code a referred friend is given; null: none. */
  incentive_reward_key: string | null;
  requires_email: boolean;
  /** How many friends one customer may refer. */
  cap: Limit | null;
  /** How many friends may come from one address within a day. */
  daily_friends_per_address: number;
}

export interface SiteDefinition {
  name: string;
  url: string;
  currency: string;
  /** The first is the default. */
  languages: string[];
  time_zone: string;
  country: string | null;
  /** Origins that may frame the loyalty page; the site's own origin always may. */
  frame_ancestors: string[];
}

export interface TierDefinition {
  name: LocalizedText;
  /** From which it is held, inclusive, in the unit of the boundary mode; 0 for the default tier. null: conditional, given by hand. */
  lower_bound: number | null;
  /** Not shown before it is reached. */
  hidden: boolean;
  benefit_keys: string[];
  /** Given to whoever enters the tier from a lower one or none. */
  entry_reward_keys: string[];
}

export interface BenefitDefinition {
  label: LocalizedText;
  /** Shown only to members of a tier that has it. */
  secret: boolean;
  details: { plaintext: LocalizedText; html: LocalizedText } | null;
}

export type RuleTerms =
  | {
      kind:
        | 'birthday'
        | 'loyalty_pass_install'
        | 'newsletter_signup'
        | 'pageview'
        | 'purchase'
        | 'join_program'
        | 'review'
        | 'retail_purchase';
      properties: Record<never, never>;
    }
  /** Lines of these products; compared as platform ids are. */
  | { kind: 'product_purchase'; properties: { product_ids: string[] } }
  | { kind: 'collection_purchase'; properties: { collection_ids: string[] } }
  | { kind: 'custom'; properties: { name: string } }
  | { kind: 'social_like'; properties: { social_like_url: string } }
  | { kind: 'social_follow' | 'social_mention'; properties: { social_handle: string; network: string } }
  | { kind: 'social_post_hashtag'; properties: { hashtag: string; network: string } }
  | { kind: 'clickthrough'; properties: { destination_url: string } }
  | {
      kind: 'referral';
      properties: { trigger: 'any_purchase' | 'qualifying_purchase'; minimum_spend_minor: number | null };
    };

export const RULE_KINDS = [
  'birthday',
  'loyalty_pass_install',
  'collection_purchase',
  'newsletter_signup',
  'pageview',
  'product_purchase',
  'purchase',
  'join_program',
  'review',
  'custom',
  'social_like',
  'social_follow',
  'social_mention',
  'social_post_hashtag',
  'referral',
  'clickthrough',
  'retail_purchase',
] as const satisfies readonly RuleTerms['kind'][];
export type RuleKind = RuleTerms['kind'];

/** The kinds whose points may depend on what an order spent. */
export const PURCHASE_KINDS = [
  'purchase',
  'product_purchase',
  'collection_purchase',
  'retail_purchase',
] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

export type RuleResult =
  | {
      kind: 'points';
      points: number;
      /** `points` are given for every so many minor units spent; null: flat. */
      per_currency_unit_minor: number | null;
    }
  | { kind: 'reward'; reward_key: string };

export interface RuleVariantDefinition {
  enabled: boolean;
  /** null: the message catalogue's title for the kind. */
  title: LocalizedText | null;
  description: LocalizedText | null;
  result: RuleResult;
}

export type RuleDefinition = RuleVariantDefinition &
  RuleTerms & {
    limit: Limit | null;
    /** Points stay pending so long before they are approved; 0: approved at once. */
    approval_period_seconds: number;
    /** By tier key: what differs for customers of that tier. */
    variants: Record<string, Partial<RuleVariantDefinition>>;
  };

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

/** Whether claims of a kind would go to a subscription integration; no program has one yet. */
export function needsSubscriptions(kind: RewardKind): boolean {
  return kind === 'active_subscription_discount_voucher' || kind === 'active_subscription_product';
}

export type Discount =
  | { discount_type: 'fixed'; amount_minor: number }
  | { discount_type: 'percentage'; percentage: number };
export type OrderType = 'all' | 'one_time' | 'subscription';

export interface CartDiscountProperties {
  kind: 'cart_discount_voucher';
  discount: Discount;
  applies_to_order_type: OrderType;
  recurring_cycle_limit: number | null;
  supports_active_subscriptions: boolean;
  minimum_spend_minor: number | null;
  /** Collections that the store restricts the discount to; empty: the whole cart. */
  target_collections: TargetCollection[];
}

export interface TargetCollection {
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
  /** The shipping that is free at most; null: all of it. */
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
  /** Stock to begin with; what remains is counted in the database. null: not tracked. */
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

export interface ActiveSubscriptionDiscountProperties {
  kind: 'active_subscription_discount_voucher';
  discount: Discount;
  recurring_cycle_limit: number | null;
}

export interface ActiveSubscriptionProductProperties {
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
 * Where voucher codes come from. In a pattern each `?` becomes a random letter and each `#` a random digit;
 * null: twelve random characters. A pool is what the operator imported.
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
  /** Number of claims in all, counted in the database; null: not limited. */
  stock: number | null;
  /** Empty: all. */
  channels: Channel[];
  /** ISO 3166-1 alpha-2; empty: all. */
  countries: string[];
  /** An unused claim lapses after so long and its points return. null: never (product_cart: 24 h). */
  auto_refund_seconds: number | null;
  /** The redeemable can be used for so long; null: for ever. */
  expires_after_seconds: number | null;
  /** Of the kinds that give a voucher code. */
  codes: CodeSource;
  properties: RewardProperties;
  variants: Record<string, Partial<RewardVariantDefinition>>;
}

export const CHANNELS = ['web', 'pos', 'mobile'] as const;
export type Channel = (typeof CHANNELS)[number];

// What is held in memory: entries with their ids, references resolved, variants laid out per tier. ------

interface Entry {
  id: number;
  key: string;
  position: number;
  /** False also for what left the program file. */
  enabled: boolean;
}

export interface Site extends Entry, SiteDefinition {}
export interface Benefit extends Entry, BenefitDefinition {}

export interface Tier extends Entry, Pick<TierDefinition, 'name' | 'lower_bound' | 'hidden'> {
  benefit_ids: readonly number[];
  entry_reward_ids: readonly number[];
}

/** A tier that facts earn; others are conditional, given by hand. */
export type BoundedTier = Tier & { lower_bound: number };

export function isBounded(tier: Tier): tier is BoundedTier {
  return tier.lower_bound !== null;
}

export interface RuleVariant extends Omit<RuleVariantDefinition, 'result'> {
  tier_id: number | null;
  result: Extract<RuleResult, { kind: 'points' }> | { kind: 'reward'; reward_id: number };
}

interface RuleEntry extends Entry {
  /** The name by which activities speak of it. */
  name: string;
  limit: Limit | null;
  approval_period_ms: number;
  /** By tier id; the key null is for customers without a tier. Disabled rules have every variant disabled. */
  variants: ReadonlyMap<number | null, RuleVariant>;
}

export type Rule = RuleEntry & RuleTerms;

export interface RewardVariant extends RewardVariantDefinition {
  tier_id: number | null;
}

export interface Reward extends Entry, Omit<RewardDefinition, 'variants' | keyof RewardVariantDefinition> {
  kind: RewardKind;
  variants: ReadonlyMap<number | null, RewardVariant>;
}

/** One program as one process holds it; never changed in place, replaced when its version differs. */
export interface Program {
  id: number;
  key: string;
  name: string;
  currency: string;
  test: boolean;
  clock_offset_ms: number;
  configuration_version: number;
  settings: ProgramSettings;
  /** When the present mode of points expiry was turned on; null without one. */
  points_expiry_since: number | null;
  /** In the file's order; the first is home of customers that `/v2` creates. */
  sites: readonly Site[];
  /** Enabled ones that facts earn, lowest first; the first is the default. */
  tiers: readonly BoundedTier[];
  /** Enabled ones that are given by hand, in the file's order. */
  conditional_tiers: readonly Tier[];
  benefits: readonly Benefit[];
  rules: readonly Rule[];
  rewards: readonly Reward[];
  site(id: number): Site | undefined;
  tier(id: number): Tier | undefined;
  rule(id: number): Rule | undefined;
  reward(id: number): Reward | undefined;
}

/** The name by which activities speak of a rule: a custom one's own, else one built in. */
export function ruleName(rule: RuleTerms): string {
  if (rule.kind === 'custom') return rule.properties.name;
  return rule.kind === 'join_program' ? '$signup' : `$${rule.kind}`;
}

/** An entry's variant for a customer of a tier; a tier that has left the program counts as none. */
export function variantFor<V>(entry: { variants: ReadonlyMap<number | null, V> }, tierId: number | null): V {
  return entry.variants.get(tierId) ?? entry.variants.get(null)!;
}

/** Whether an entry is there for customers of any tier, or of none. */
export function isEnabledForSome(entry: {
  variants: ReadonlyMap<number | null, { enabled: boolean }>;
}): boolean {
  return [...entry.variants.values()].some((variant) => variant.enabled);
}

/** Whether birthdays complete a rule; where they do not, none falls due. */
export function celebratesBirthdays(program: Pick<Program, 'rules'>): boolean {
  return program.rules.some((rule) => rule.kind === 'birthday' && isEnabledForSome(rule));
}

/** Whether a claim needs nothing beside itself and its transaction: where points expire, lots and dates move with it. */
export function spendsInOneStatement(program: Program): boolean {
  return program.settings.points_expiry === null;
}

/** The same of a completion, whose points may also raise a tier. */
export function earnsInOneStatement(program: Program): boolean {
  return spendsInOneStatement(program) && program.settings.tier_boundary_mode !== 'points';
}

/** Whether a reward is for requests from this channel and country. */
export function isOffered(reward: Reward, channel: Channel, country: string | null): boolean {
  return (
    (reward.channels.length === 0 || reward.channels.includes(channel)) &&
    (reward.countries.length === 0 || (country !== null && reward.countries.includes(country)))
  );
}
