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
  tier_membership: TierMembership | null;
  webview_session_seconds: number;
}

export type TierMembership = { mode: 'rolling'; duration_months: number } | { mode: 'lifetime' };

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
  /** Spend from which the tier is held, inclusive; 0 for the default tier. */
  lower_bound_minor: number;
}

export const RULE_KINDS = ['pageview', 'join_program', 'purchase', 'social_follow', 'birthday'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

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
  title: LocalizedText;
  description: LocalizedText | null;
  result: RuleResult;
}

export interface RuleDefinition extends RuleVariantDefinition {
  kind: RuleKind;
  properties: Record<string, string>;
  limit: Limit | null;
  /** Points stay pending so long before they are approved; 0: approved at once. */
  approval_period_seconds: number;
  /** By tier key: what differs for customers of that tier. */
  variants: Record<string, Partial<RuleVariantDefinition>>;
}

export const REWARD_KINDS = ['cart_discount_voucher', 'gift_card', 'product_cart'] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

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

export interface ProductCartProperties {
  kind: 'product_cart';
  product: {
    id: string;
    handle: string | null;
    title: string | null;
    url: string | null;
    image_url: string | null;
    variants: ProductVariantDefinition[];
  };
  max_redemptions_per_cart: number | null;
  cart_requirements: { minimum_cart_total_minor: number | null; minimum_line_item_count: number | null };
}

export type RewardProperties = CartDiscountProperties | GiftCardProperties | ProductCartProperties;

export interface RewardVariantDefinition {
  enabled: boolean;
  title: LocalizedText;
  description: LocalizedText | null;
  /** Points; `kind: fixed`. */
  cost_points: number;
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
export interface Tier extends Entry, TierDefinition {}

export interface RuleVariant extends Omit<RuleVariantDefinition, 'result'> {
  tier_id: number | null;
  result: Extract<RuleResult, { kind: 'points' }> | { kind: 'reward'; reward_id: number };
}

export interface Rule extends Entry {
  kind: RuleKind;
  name: string;
  properties: Record<string, string>;
  limit: Limit | null;
  approval_period_ms: number;
  /** By tier id; the key null is for customers without a tier. Disabled rules have every variant disabled. */
  variants: ReadonlyMap<number | null, RuleVariant>;
}

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
  /** In the file's order; the first is home of customers that `/v2` creates. */
  sites: readonly Site[];
  /** Enabled ones, lowest first; position 1 is the default. */
  tiers: readonly Tier[];
  rules: readonly Rule[];
  rewards: readonly Reward[];
  site(id: number): Site | undefined;
  tier(id: number): Tier | undefined;
  rule(id: number): Rule | undefined;
  reward(id: number): Reward | undefined;
}

/** The name by which activities speak of a built-in rule. */
export function ruleName(rule: { kind: RuleKind }): string {
  return rule.kind === 'join_program' ? '$signup' : `$${rule.kind}`;
}

/** An entry's variant for a customer of a tier; a tier that has left the program counts as none. */
export function variantFor<V>(entry: { variants: ReadonlyMap<number | null, V> }, tierId: number | null): V {
  return entry.variants.get(tierId) ?? entry.variants.get(null)!;
}

/** Whether a reward is for requests from this channel and country. */
export function isOffered(reward: Reward, channel: Channel, country: string | null): boolean {
  return (
    (reward.channels.length === 0 || reward.channels.includes(channel)) &&
    (reward.countries.length === 0 || (country !== null && reward.countries.includes(country)))
  );
}
