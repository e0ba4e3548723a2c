import type { Selectable } from 'kysely';
import type { ProgramEntriesTable, ProgramsTable } from '../../db/tables.ts';
import {
  type Program,
  type ProgramSettings,
  type Reward,
  type RewardDefinition,
  type RewardVariant,
  type Rule,
  type RuleDefinition,
  type RuleVariant,
  type RuleVariantDefinition,
  ruleName,
  type Site,
  type SiteDefinition,
  type Tier,
  type TierDefinition,
} from './configuration.ts';

type EntryRow = Selectable<ProgramEntriesTable>;

/** A program's rows as the model that the domain works with: references resolved, variants laid out per tier. */
export function buildProgram(row: Selectable<ProgramsTable>, entries: readonly EntryRow[]): Program {
  const of = (kind: EntryRow['kind']) => entries.filter((entry) => entry.kind === kind);
  const sites = of('site').map(
    (entry): Site => ({ ...common(entry), ...(entry.definition as SiteDefinition) }),
  );
  const allTiers = of('tier').map(
    (entry): Tier => ({ ...common(entry), ...(entry.definition as TierDefinition) }),
  );
  const tiers = allTiers
    .filter((tier) => tier.enabled)
    .sort((a, b) => a.lower_bound_minor - b.lower_bound_minor);
  const rewardIds = new Map(of('reward').map((entry) => [entry.key, entry.id]));
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
    sites,
    tiers,
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

function buildRule(entry: EntryRow, tiers: readonly Tier[], rewardIds: ReadonlyMap<string, number>): Rule {
  const definition = entry.definition as RuleDefinition;
  const variant = (tier: Tier | null): RuleVariant => {
    const own = (tier && definition.variants[tier.key]) ?? {};
    const result: RuleVariantDefinition['result'] = own.result ?? definition.result;
    return {
      tier_id: tier?.id ?? null,
      enabled: entry.enabled && (own.enabled ?? definition.enabled),
      title: own.title ?? definition.title,
      description: own.description === undefined ? definition.description : own.description,
      result:
        result.kind === 'points' ? result : { kind: 'reward', reward_id: rewardIds.get(result.reward_key)! },
    };
  };
  return {
    ...common(entry),
    kind: definition.kind,
    name: ruleName(definition),
    properties: definition.properties,
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
      cost_points: own.cost_points ?? definition.cost_points,
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
