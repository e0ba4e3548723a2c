import { buildProgram } from '../../src/domain/programs/build-program.ts';
import type {
  Program,
  ProgramSettings,
  RewardDefinition,
  SiteDefinition,
  TierDefinition,
} from '../../src/domain/programs/configuration.ts';
import {
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
  rules?: RuleSketch[];
  rewards?: Partial<RewardDefinition>[];
}

const pageview = (rule: RuleSketch) =>
  ruleDefinition({ kind: 'pageview', title: { en: 'Visit us', de: 'Besuch uns' }, properties: {}, ...rule });

const reward = (rest: Partial<RewardDefinition>) =>
  rewardDefinition({ title: { en: 'A reward', de: 'Eine Prämie' }, ...rest });

/**
 * A program in memory, for tests without a database. Sites have the ids 1, 2, …, tiers 11, 12, …,
 * rules 21, 22, … and rewards 31, 32, …; their keys are site-1, tier-1 and so on.
 */
export function sampleProgram(sample: SampleProgram = {}): Program {
  const entries = (kind: 'site' | 'tier' | 'rule' | 'reward', from: number, definitions: object[]) =>
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
      configuration_version: 1,
      points_expiry_since: null,
      created_at: 0,
    },
    [
      ...entries('site', 0, (sample.sites ?? [{}]).map(siteDefinition)),
      ...entries('tier', 10, (sample.tiers ?? []).map(tierDefinition)),
      ...entries('rule', 20, (sample.rules ?? [{}]).map(pageview)),
      ...entries('reward', 30, (sample.rewards ?? [{}]).map(reward)),
    ],
  );
}
