import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from './program-settings.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

/** An entry with its stable key. By the key it keeps its id when the definition is applied again. */
export interface Keyed<Definition> {
  key: string;
  definition: Definition;
}

/** The whole definition of a program. References between entries are by key and always resolve. */
export interface ProgramDefinition {
  key: string;
  name: string;
  currency: string;
  test: boolean;
  settings: ProgramSettings;
  /** In the order of display. The first site is the home of customers that `/v2` creates. */
  sites: Keyed<SiteDefinition>[];
  tiers: Keyed<TierDefinition>[];
  benefits: Keyed<BenefitDefinition>[];
  rules: Keyed<RuleDefinition>[];
  rewards: Keyed<RewardDefinition>[];
}
