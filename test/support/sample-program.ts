import type { EntryKind } from '../../src/db/program-tables.ts';
import { buildProgram } from '../../src/domain/programs/build-program.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from '../../src/domain/programs/program-settings.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import {
  benefitDefinition,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from './factories.ts';

export interface SampleProgram {
  currency?: string;
  settings?: Partial<ProgramSettings>;
  sites?: Partial<SiteDefinition>[];
  tiers?: Partial<TierDefinition>[];
  benefits?: Partial<BenefitDefinition>[];
  rules?: RuleSketch[];
  rewards?: Partial<RewardDefinition>[];
}

const pageview = (rule: RuleSketch) =>
  ruleDefinition({ kind: 'pageview', title: { en: 'Visit us', de: 'Besuch uns' }, properties: {}, ...rule });

const reward = (rest: Partial<RewardDefinition>) =>
  rewardDefinition({ title: { en: 'A reward', de: 'Eine Prämie' }, ...rest });

/**
 * A program in memory, for tests without a database. Sites have the ids 1, 2, …, tiers 11, 12, …,
 * rules 21, 22, …, rewards 31, 32, … and benefits 41, 42, …; their keys are site-1, tier-1 and so on.
 */
export function sampleProgram(sample: SampleProgram = {}): Program {
  const entries = (kind: EntryKind, from: number, definitions: object[]) =>
    definitions.map((definition, index) => ({
      program_id: 1,
      id: from + index + 1,
      kind,
      key: `${kind}-${index + 1}`,
      position: index,
      enabled: true,
      definition,
      created_at: 0,
    }));
  return buildProgram(
    {
      id: 1,
      key: 'sample',
      name: 'Sample',
      currency: sample.currency ?? 'USD',
      settings: programSettings(sample.settings),
      test: false,
      clock_offset_ms: 0,
      clock_target_ms: 0,
      configuration_version: 1,
      rates_of_before: {},
      points_expiry_since: null,
      created_at: 0,
    },
    [
      ...entries('site', 0, (sample.sites ?? [{}]).map(siteDefinition)),
      ...entries('tier', 10, (sample.tiers ?? []).map(tierDefinition)),
      ...entries('rule', 20, (sample.rules ?? [{}]).map(pageview)),
      ...entries('reward', 30, (sample.rewards ?? [{}]).map(reward)),
      ...entries('benefit', 40, (sample.benefits ?? []).map(benefitDefinition)),
    ],
  );
}
