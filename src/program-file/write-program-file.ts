import { stringify } from 'yaml';
import { toDecimal } from '../domain/core/money.ts';
import type { Keyed, ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { ProgramSettings, SiteDefinition, Theme } from '../domain/programs/program-settings.ts';
import type { RewardDefinition, RewardVariantDefinition } from '../domain/programs/reward-definition.ts';
import type {
  RuleDefinition,
  RuleResult,
  RuleVariantDefinition,
} from '../domain/programs/rule-definition.ts';
import { durationOf, type Major, unless } from './definition-values.ts';
import { DEFAULTS } from './file-defaults.ts';
import { fileRewardKindOf } from './reward-kinds.ts';
import { shapeOf } from './rule-kinds.ts';

type Written = Record<string, unknown>;

/** A program file with this definition, in the order of the schema. Defaults are left out. */
export function writeProgramFile(definition: ProgramDefinition): string {
  return yamlText(fileValues(definition));
}

/** Each text of an operator is on one line, however long, and no part is an alias of another. */
export function yamlText(values: object): string {
  return stringify(values, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2' });
}

/** The values of that file: amounts, durations and names in the form that operators write. */
export function fileValues(definition: ProgramDefinition): Record<string, unknown> {
  const { key, name, currency, test, settings } = definition;
  const major: Major = (minor) => (minor === null ? null : toDecimal(minor, currency));
  const file = {
    key,
    name,
    currency,
    test: unless(test, false),
    enrol_on_sight: unless(settings.enrol_on_sight, true),
    negative_balance: unless(settings.negative_balance, 'allow'),
    webview_session: durationOf(unless(settings.webview_session_seconds, DEFAULTS.webview_session_seconds)),
    currency_rates: orNull(settings.currency_rates),
    point_value: settings.point_value,
    sites: byKey(definition.sites, (site) => writeSite(site, currency)),
    tiers: writeTiers(definition, major),
    points_expiry: settings.points_expiry,
    orders: writeOrders(settings),
    referrals: writeReferrals(settings),
    reminders: orNull(present(writeReminders(settings))),
    receipt_upload_url: settings.receipt_upload_url,
    approvals: settings.approvals,
    operators: settings.operators,
    texts: orNull(settings.texts),
    theme: settings.theme && writeTheme(settings.theme),
    questions: settings.questions,
    terms: settings.terms,
    rules: orNull(byKey(definition.rules, (rule) => writeRule(rule, major))),
    rewards: orNull(byKey(definition.rewards, (reward) => writeReward(reward, major))),
  };
  return present(file) as Record<string, unknown>;
}

/** The value without everything that means a key left out, at every depth: null, undefined and empty lists. */
function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member != null && !(Array.isArray(member) && member.length === 0))
      .map(([name, member]) => [name, present(member)]),
  );
}

/** null: the object has no member. */
function orNull(value: unknown): object | null {
  return Object.keys(value as object).length === 0 ? null : (value as object);
}

function byKey<D>(entries: readonly Keyed<D>[], write: (definition: D) => Written): Written {
  return Object.fromEntries(entries.map(({ key, definition }) => [key, write(definition)]));
}

function writeSite({ currency, ...site }: SiteDefinition, ofProgram: string): Written {
  return { ...site, currency: unless(currency, ofProgram) };
}

function writeTiers({ tiers, benefits, settings }: ProgramDefinition, major: Major): Written | null {
  if (tiers.length === 0) return null;
  const { tier_boundary_mode: boundary_mode, tier_membership: membership } = settings;
  return {
    boundary_mode,
    membership,
    levels: byKey(tiers, (tier) => ({
      name: tier.name,
      lower_bound: boundary_mode === 'spend' ? major(tier.lower_bound) : tier.lower_bound,
      conditional: tier.lower_bound === null ? true : null,
      hidden: unless(tier.hidden, false),
      benefits: tier.benefit_keys,
      entry_rewards: tier.entry_reward_keys,
    })),
    benefits: orNull(
      byKey(benefits, ({ label, secret, details }) => ({ label, secret: unless(secret, false), details })),
    ),
  };
}

function writeOrders({ earning_amount: { shipping, tax, discounts } }: ProgramSettings): Written | null {
  const earning_amount = {
    shipping: unless(shipping, false),
    tax: unless(tax, true),
    discounts: unless(discounts, false),
  };
  return orNull(present(earning_amount)) && { earning_amount };
}

function writeReferrals({ referrals }: ProgramSettings): Written | null {
  if (!referrals) return null;
  const { incentive_reward_key: incentive, requires_email, cap, ...rest } = referrals;
  return {
    incentive,
    requires_email: unless(requires_email, true),
    cap,
    daily_friends_per_address: unless(rest.daily_friends_per_address, DEFAULTS.daily_friends_per_address),
    daily_codes_per_customer: rest.daily_codes_per_customer,
  };
}

function writeReminders({ reminders }: ProgramSettings): Written {
  const names = Object.keys(DEFAULTS.reminders) as (keyof typeof DEFAULTS.reminders)[];
  return Object.fromEntries(names.map((name) => [name, unless(reminders[name], DEFAULTS.reminders[name])]));
}

/** Every colour is written, so that it stays the same when the server's own colours change. */
function writeTheme({ logo, logo_dark, banner, corner_radius_px, ...colours }: Theme): Written {
  return {
    ...colours,
    corner_radius: corner_radius_px,
    logo: logo?.src,
    logo_dark: logo_dark?.src,
    banner: banner?.src,
  };
}

function writeRule(rule: RuleDefinition, major: Major): Written {
  const { kind, properties, enabled, limit, approval_period_seconds, variants, ...words } = rule;
  return {
    kind,
    ...words,
    ...shapeOf(kind).write(properties, major),
    enabled: unless(enabled, true),
    limit,
    approval_period: durationOf(unless(approval_period_seconds, 0)),
    result: writeResult(rule.result, major),
    variants: writeVariants<RuleVariantDefinition>(variants, ({ result, ...rest }) => ({
      ...rest,
      result: result && writeResult(result, major),
    })),
  };
}

function writeResult(result: RuleResult, major: Major): Written {
  if (result.kind === 'reward') return { reward: result.reward_key };
  return { points: result.points, per_currency_unit: major(result.per_currency_unit_minor) };
}

function writeReward(reward: RewardDefinition, major: Major): Written {
  const { kind, ...properties } = reward.properties;
  return {
    kind,
    title: reward.title,
    description: reward.description,
    image: reward.image?.src,
    image_url: reward.image_url,
    enabled: unless(reward.enabled, true),
    ...writeCost(reward.cost),
    codes: reward.codes.kind === 'pool' ? 'pool' : reward.codes.pattern && { pattern: reward.codes.pattern },
    ...fileRewardKindOf(kind).write(properties, major),
    limit: reward.limit,
    stock: reward.stock,
    channels: reward.channels,
    countries: reward.countries,
    auto_refund_after: durationOf(reward.auto_refund_seconds),
    expires_after: durationOf(reward.expires_after_seconds),
    variants: writeVariants<RewardVariantDefinition>(reward.variants, ({ cost, ...rest }) => ({
      ...rest,
      ...(cost && writeCost(cost)),
    })),
  };
}

function writeCost(cost: RewardDefinition['cost']): Written {
  return cost.kind === 'fixed'
    ? { cost_points: cost.points }
    : { cost_points_per_unit: cost.points_per_unit };
}

/** The differences of each tier. A tier may have none. */
function writeVariants<V>(
  variants: Record<string, Partial<V>>,
  write: (variant: Partial<V>) => Written,
): object | null {
  return orNull(
    Object.fromEntries(Object.entries(variants).map(([tier, variant]) => [tier, write(variant)])),
  );
}
