import type {
  BenefitDefinition,
  ProgramSettings,
  SiteDefinition,
  TierDefinition,
} from './program-settings.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';

/** An entry under the stable key that keeps its id from one application to the next. */
export interface Keyed<Definition> {
  key: string;
  definition: Definition;
}

/** All that an operator says of a program. References between entries are by key and hold. */
export interface ProgramDefinition {
  key: string;
  name: string;
  currency: string;
  test: boolean;
  settings: ProgramSettings;
  /** In the order in which they are shown; the first site is home of customers that `/v2` creates. */
  sites: Keyed<SiteDefinition>[];
  tiers: Keyed<TierDefinition>[];
  benefits: Keyed<BenefitDefinition>[];
  rules: Keyed<RuleDefinition>[];
  rewards: Keyed<RewardDefinition>[];
}
