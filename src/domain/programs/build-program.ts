import type { Selectable } from 'kysely';
import type { ProgramEntriesTable, ProgramsTable } from '../../db/program-tables.ts';
import {
  type Benefit,
  isBounded,
  type Program,
  type Reward,
  type RewardVariant,
  type Rule,
  type RuleVariant,
  type Site,
  type Tier,
} from './configuration.ts';
import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from './program-settings.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition, RuleVariantDefinition } from './rule-definition.ts';
import { type RuleTerms, ruleName } from './rule-kinds.ts';

type EntryRow = Selectable<ProgramEntriesTable>;

/** Builds the domain's model of a program from its rows: references are resolved, and variants are listed per tier. */
export function buildProgram(row: Selectable<ProgramsTable>, entries: readonly EntryRow[]): Program {
  const of = (kind: EntryRow['kind']) => entries.filter((entry) => entry.kind === kind);
  const sites = of('site').map(
    (entry): Site => ({ ...common(entry), ...(entry.definition as SiteDefinition) }),
  );
  const rewardIds = new Map(of('reward').map((entry) => [entry.key, entry.id]));
  const benefitIds = new Map(of('benefit').map((entry) => [entry.key, entry.id]));
  const allTiers = of('tier').map((entry) => buildTier(entry, benefitIds, rewardIds));
  const tiers = allTiers
    .filter((tier) => tier.enabled)
    .filter(isBounded)
    .sort((a, b) => a.lower_bound - b.lower_bound);
  const rules = of('rule').map((entry) => buildRule(entry, allTiers, rewardIds));
  const rewards = of('reward').map((entry) => buildReward(entry, allTiers));
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    currency: row.currency,
    test: row.test,
    clock_offset_ms: row.clock_offset_ms,
    configuration_version: row.configuration_version,
    settings: row.settings as ProgramSettings,
    rates_of_before: row.rates_of_before,
    points_expiry_since: row.points_expiry_since,
    sites,
    tiers,
    conditional_tiers: allTiers.filter((tier) => tier.enabled && !isBounded(tier)),
    benefits: of('benefit').map(
      (entry): Benefit => ({ ...common(entry), ...(entry.definition as BenefitDefinition) }),
    ),
    rules,
    rewards,
    site: finder(sites),
    tier: finder(allTiers),
    rule: finder(rules),
    reward: finder(rewards),
  };
}

function common(entry: EntryRow) {
  return { id: entry.id, key: entry.key, position: entry.position, enabled: entry.enabled };
}

function finder<T extends { id: number }>(entries: readonly T[]): (id: number) => T | undefined {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (id) => byId.get(id);
}

function buildTier(
  entry: EntryRow,
  benefitIds: ReadonlyMap<string, number>,
  rewardIds: ReadonlyMap<string, number>,
): Tier {
  const { name, lower_bound, hidden, benefit_keys, entry_reward_keys } = entry.definition as TierDefinition;
  return {
    ...common(entry),
    name,
    lower_bound,
    hidden,
    benefit_ids: benefit_keys.map((key) => benefitIds.get(key)!),
    entry_reward_ids: entry_reward_keys.map((key) => rewardIds.get(key)!),
  };
}

function buildRule(entry: EntryRow, tiers: readonly Tier[], rewardIds: ReadonlyMap<string, number>): Rule {
  const definition = entry.definition as RuleDefinition;
  const variant = (tier: Tier | null): RuleVariant => {
    const own = (tier && definition.variants[tier.key]) ?? {};
    const result: RuleVariantDefinition['result'] = own.result ?? definition.result;
    return {
      tier_id: tier?.id ?? null,
      enabled: entry.enabled && (own.enabled ?? definition.enabled),
      title: own.title === undefined ? definition.title : own.title,
      description: own.description === undefined ? definition.description : own.description,
      result:
        result.kind === 'points' ? result : { kind: 'reward', reward_id: rewardIds.get(result.reward_key)! },
    };
  };
  return {
    ...common(entry),
    ...({ kind: definition.kind, properties: definition.properties } as RuleTerms),
    name: ruleName(definition),
    limit: definition.limit,
    approval_period_ms: definition.approval_period_seconds * 1000,
    variants: perTier(tiers, variant),
  };
}

function buildReward(entry: EntryRow, tiers: readonly Tier[]): Reward {
  const definition = entry.definition as RewardDefinition;
  const variant = (tier: Tier | null): RewardVariant => {
    const own = (tier && definition.variants[tier.key]) ?? {};
    return {
      tier_id: tier?.id ?? null,
      enabled: entry.enabled && (own.enabled ?? definition.enabled),
      title: own.title ?? definition.title,
      description: own.description === undefined ? definition.description : own.description,
      cost: own.cost ?? definition.cost,
    };
  };
  return {
    ...common(entry),
    kind: definition.properties.kind,
    limit: definition.limit,
    stock: definition.stock,
    channels: definition.channels,
    countries: definition.countries,
    auto_refund_seconds: definition.auto_refund_seconds,
    expires_after_seconds: definition.expires_after_seconds,
    codes: definition.codes,
    ...(definition.image && { image: definition.image }),
    ...(definition.image_url !== undefined && { image_url: definition.image_url }),
    properties: definition.properties,
    variants: perTier(tiers, variant),
  };
}

function perTier<V>(
  tiers: readonly Tier[],
  variant: (tier: Tier | null) => V,
): ReadonlyMap<number | null, V> {
  return new Map<number | null, V>([
    [null, variant(null)],
    ...tiers.map((tier) => [tier.id, variant(tier)] as const),
  ]);
}
