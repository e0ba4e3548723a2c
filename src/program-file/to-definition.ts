import { toMinor } from '../domain/money.ts';
import type {
  ProgramSettings,
  RewardDefinition,
  RewardProperties,
  RewardVariantDefinition,
  RuleDefinition,
  RuleResult,
  RuleVariantDefinition,
  SiteDefinition,
  TierDefinition,
} from '../domain/programs/configuration.ts';
import type { Keyed, ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { FileReward } from './reward-schema.ts';
import type { FileRule } from './rule-schema.ts';
import type { ProgramFile } from './schema.ts';

const WEBVIEW_SESSION_SECONDS = 15 * 60;
const SECONDS = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 } as const;

/** A file without mistakes as the domain means it: amounts in minor units, durations in seconds, defaults filled in. */
export function toDefinition(file: ProgramFile): ProgramDefinition {
  const minor = (amount: number) => toMinor(amount, file.currency)!;
  return {
    key: file.key,
    name: file.name,
    currency: file.currency,
    test: file.test ?? false,
    settings: settings(file),
    sites: keyed(
      file.sites,
      (site): SiteDefinition => ({
        name: site.name,
        url: site.url,
        currency: site.currency ?? file.currency,
        languages: site.languages,
        time_zone: site.time_zone,
        country: site.country ?? null,
        frame_ancestors: site.frame_ancestors ?? [],
      }),
    ),
    tiers: keyed(
      file.tiers?.levels ?? {},
      (tier): TierDefinition => ({
        name: tier.name,
        lower_bound: minor(tier.lower_bound),
        hidden: false,
        benefit_keys: [],
        entry_reward_keys: [],
      }),
    ),
    benefits: [],
    rules: keyed(file.rules ?? {}, (rule) => ruleDefinition(rule, minor)),
    rewards: keyed(file.rewards ?? {}, (reward) => rewardDefinition(reward, minor)),
  };
}

type Minor = (amount: number) => number;

function keyed<T, D>(entries: Record<string, T>, define: (entry: T) => D): Keyed<D>[] {
  return Object.entries(entries).map(([key, entry]) => ({ key, definition: define(entry) }));
}

function byTier<T, D>(variants: Record<string, T> | undefined, define: (variant: T) => D): Record<string, D> {
  return Object.fromEntries(Object.entries(variants ?? {}).map(([tier, variant]) => [tier, define(variant)]));
}

function settings(file: ProgramFile): ProgramSettings {
  return {
    enrol_on_sight: file.enrol_on_sight ?? true,
    negative_balance: file.negative_balance ?? 'allow',
    currency_rates: { ...file.currency_rates },
    tier_boundary_mode: 'spend',
    tier_membership: file.tiers?.membership ?? null,
    points_expiry: null,
    referrals: null,
    receipt_upload_url: null,
    texts: {},
    webview_session_seconds: seconds(file.webview_session) ?? WEBVIEW_SESSION_SECONDS,
  };
}

function ruleDefinition(rule: FileRule, minor: Minor): RuleDefinition {
  return {
    kind: rule.kind,
    properties:
      rule.kind === 'social_follow' ? { social_handle: rule.social_handle, network: rule.network } : {},
    enabled: rule.enabled ?? true,
    title: rule.title,
    description: rule.description ?? null,
    result: ruleResult(rule.result, minor),
    limit: limit(rule.limit),
    approval_period_seconds: seconds(rule.approval_period) ?? 0,
    variants: byTier(
      rule.variants,
      (variant): Partial<RuleVariantDefinition> => ({
        ...given('enabled', variant.enabled),
        ...given('title', variant.title),
        ...given('description', variant.description),
        ...given('result', variant.result && ruleResult(variant.result, minor)),
      }),
    ),
  };
}

function ruleResult(result: FileRule['result'], minor: Minor): RuleResult {
  if (result.reward !== undefined) return { kind: 'reward', reward_key: result.reward };
  const unit = 'per_currency_unit' in result ? result.per_currency_unit : undefined;
  return {
    kind: 'points',
    points: result.points!,
    per_currency_unit_minor: unit === undefined ? null : minor(unit),
  };
}

function rewardDefinition(reward: FileReward, minor: Minor): RewardDefinition {
  return {
    enabled: reward.enabled ?? true,
    title: reward.title,
    description: reward.description ?? null,
    cost: { kind: 'fixed', points: reward.cost_points },
    codes: { kind: 'generated', pattern: null },
    limit: limit(reward.limit),
    stock: reward.stock ?? null,
    channels: reward.channels ?? [],
    countries: reward.countries ?? [],
    auto_refund_seconds: seconds(reward.auto_refund_after),
    expires_after_seconds: seconds(reward.expires_after),
    properties: rewardProperties(reward, minor),
    variants: byTier(
      reward.variants,
      (variant): Partial<RewardVariantDefinition> => ({
        ...given('enabled', variant.enabled),
        ...given('title', variant.title),
        ...given('description', variant.description),
        ...given(
          'cost',
          variant.cost_points === undefined
            ? undefined
            : ({ kind: 'fixed', points: variant.cost_points } as const),
        ),
      }),
    ),
  };
}

function rewardProperties(reward: FileReward, minor: Minor): RewardProperties {
  const optional = (amount: number | undefined) => (amount === undefined ? null : minor(amount));
  switch (reward.kind) {
    case 'cart_discount_voucher':
      return {
        kind: reward.kind,
        discount:
          reward.discount.amount === undefined
            ? { discount_type: 'percentage', percentage: reward.discount.percentage! }
            : { discount_type: 'fixed', amount_minor: minor(reward.discount.amount) },
        applies_to_order_type: reward.applies_to_order_type ?? 'all',
        recurring_cycle_limit: reward.recurring_cycle_limit ?? null,
        supports_active_subscriptions: reward.supports_active_subscriptions ?? false,
        minimum_spend_minor: optional(reward.minimum_spend),
        target_collections: reward.target_collections ?? [],
      };
    case 'gift_card':
      return { kind: reward.kind, initial_balance_minor: minor(reward.initial_balance) };
    case 'product_cart':
      return {
        kind: reward.kind,
        product: {
          id: reward.product.id,
          handle: reward.product.handle ?? null,
          title: reward.product.title ?? null,
          url: reward.product.url ?? null,
          image_url: reward.product.image_url ?? null,
          variants: reward.product.variants.map((variant) => ({
            id: variant.id,
            title: variant.title ?? null,
            inventory_count: variant.inventory_count ?? null,
            sku: variant.sku ?? null,
          })),
        },
        max_redemptions_per_cart: reward.max_redemptions_per_cart ?? null,
        cart_requirements: {
          minimum_cart_total_minor: optional(reward.cart_requirements?.minimum_cart_total),
          minimum_line_item_count: reward.cart_requirements?.minimum_line_item_count ?? null,
        },
      };
  }
}

function limit(limit: FileRule['limit']): RuleDefinition['limit'] {
  return limit ? { count: limit.count, interval: limit.interval ?? null } : null;
}

function seconds(duration: string): number;
function seconds(duration: string | undefined): number | null;
function seconds(duration: string | undefined): number | null {
  if (duration === undefined) return null;
  return Number(duration.slice(0, -1)) * SECONDS[duration.slice(-1) as keyof typeof SECONDS];
}

/** A property only where it has a value: what a variant leaves out stays as in its rule or reward. */
function given<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T };
}
