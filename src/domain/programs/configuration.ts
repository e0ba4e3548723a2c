import type { Limit } from '../core/limits.ts';
import type {
  BenefitDefinition,
  Channel,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from './program-settings.ts';
import type { RewardDefinition, RewardVariantDefinition } from './reward-definition.ts';
import type { RewardKind } from './reward-kinds.ts';
import type { RuleResult, RuleVariantDefinition } from './rule-definition.ts';
import { isCompletedBy, type RuleTerms } from './rule-kinds.ts';

// The configuration in a process's memory: entries have their ids, references are resolved, and variants are listed per
// tier.

interface Entry {
  id: number;
  key: string;
  position: number;
  /** False also for an entry that left the program file. */
  enabled: boolean;
}

export interface Site extends Entry, SiteDefinition {}

export interface Benefit extends Entry, BenefitDefinition {}

export interface Tier extends Entry, Pick<TierDefinition, 'name' | 'lower_bound' | 'hidden'> {
  benefit_ids: readonly number[];
  entry_reward_ids: readonly number[];
}

/** A tier that facts earn. Other tiers are conditional: operators give them. */
export type BoundedTier = Tier & { lower_bound: number };

export function isBounded(tier: Tier): tier is BoundedTier {
  return tier.lower_bound !== null;
}

export interface RuleVariant extends Omit<RuleVariantDefinition, 'result'> {
  tier_id: number | null;
  result: Extract<RuleResult, { kind: 'points' }> | { kind: 'reward'; reward_id: number };
}

interface RuleEntry extends Entry {
  /** The name of the rule in activities. */
  name: string;
  limit: Limit | null;
  approval_period_ms: number;
  /**
   * The variants by tier id; null is the key for customers without a tier. If a rule is disabled, all its variants are
   * disabled.
   */
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

/** One program in a process's memory. It never changes: another version replaces it. */
export interface Program {
  id: number;
  key: string;
  name: string;
  currency: string;
  test: boolean;
  clock_offset_ms: number;
  configuration_version: number;
  settings: ProgramSettings;
  /** The rates for old claims that did not store their currency: units for one unit of the program's currency. */
  rates_of_before: Readonly<Record<string, number>>;
  /** The moment since which the present mode of points expiry is on; null: there is no mode. */
  points_expiry_since: number | null;
  /** In the order of the file. The first site is the home of customers that `/v2` creates. */
  sites: readonly Site[];
  /** The enabled tiers that facts earn, the lowest first. The first is the default. */
  tiers: readonly BoundedTier[];
  /** The enabled conditional tiers, in the file's order. */
  conditional_tiers: readonly Tier[];
  benefits: readonly Benefit[];
  rules: readonly Rule[];
  rewards: readonly Reward[];
  site(id: number): Site | undefined;
  tier(id: number): Tier | undefined;
  rule(id: number): Rule | undefined;
  reward(id: number): Reward | undefined;
}

/** An entry's variant for a customer of a tier. A tier that has left the program counts as no tier. */
export function variantFor<V>(entry: { variants: ReadonlyMap<number | null, V> }, tierId: number | null): V {
  return entry.variants.get(tierId) ?? entry.variants.get(null)!;
}

/** Whether an entry is enabled for customers of any tier, or of none. */
export function isEnabledForSome(entry: {
  variants: ReadonlyMap<number | null, { enabled: boolean }>;
}): boolean {
  return [...entry.variants.values()].some((variant) => variant.enabled);
}

/** Whether a birthday completes some rule. If not, no birthday becomes due. */
export function celebratesBirthdays(program: Pick<Program, 'rules'>): boolean {
  return program.rules.some((rule) => isCompletedBy(rule, 'start_of_birthday') && isEnabledForSome(rule));
}

/** Whether a claim writes only itself and its transaction. If points expire, it also changes lots and dates. */
export function spendsInOneStatement(program: Program): boolean {
  return program.settings.points_expiry === null;
}

/** Whether incoming points write only themselves and their transaction. Points may also raise a tier. */
export function earnsInOneStatement(program: Program): boolean {
  return spendsInOneStatement(program) && !countsPoints(program);
}

/** Whether the tier depends on points. */
export function countsPoints(program: Program): boolean {
  return program.settings.tier_boundary_mode === 'points';
}

/** Whether a reward is offered to requests from this channel and country. */
export function isOffered(reward: Reward, channel: Channel, country: string | null): boolean {
  return isForChannel(reward, channel) && isForCountry(reward, country);
}

export function isForChannel({ channels }: Reward, channel: Channel): boolean {
  return channels.length === 0 || channels.includes(channel);
}

/** A reward with a list of countries is not offered if the request's country is unknown. */
export function isForCountry({ countries }: Reward, country: string | null): boolean {
  return countries.length === 0 || (country !== null && countries.includes(country));
}
