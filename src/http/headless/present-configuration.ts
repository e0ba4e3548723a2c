import { isOffered, type Program, type Reward, type Rule } from '../../domain/programs/configuration.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import { presentRefereeIncentive } from '../shared/present-referee-incentive.ts';
import { presentRuleTerms } from '../shared/rule-kinds.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { ConfigurationBody, ConfiguredRuleBody } from './configuration-schemas.ts';
import { presentConfiguredReward } from './present-available-reward.ts';
import { presentTierConfiguration } from './present-tier-configuration.ts';

/** The offers of a program for a channel and a country, with the rest of their stock. */
export function presentConfiguration(
  view: StorefrontView,
  request: { channel: Channel; country: string | null },
  stock: StockLevels,
): ConfigurationBody {
  const { program } = view;
  const referee_incentive = presentRefereeIncentive(view);
  return {
    channel: request.channel,
    currency: view.currency,
    language: view.language,
    program: { name: program.name },
    tier_configuration: presentTierConfiguration(view),
    ...(referee_incentive && { referee_incentive }),
    rules: program.rules
      .filter((rule) => isEnabledForSome(program, rule))
      .map((rule) => presentConfiguredRule(view, rule)),
    rewards: offeredRewards(program, request).map((reward) => presentConfiguredReward(view, reward, stock)),
  };
}

/** The rewards that can be offered in this channel and country. */
export function offeredRewards(
  program: Program,
  { channel, country }: { channel: Channel; country: string | null },
): Reward[] {
  return program.rewards.filter(
    (reward) => isEnabledForSome(program, reward) && isOffered(reward, channel, country),
  );
}

function isEnabledForSome(program: Program, entry: Pick<Rule | Reward, 'variants'>): boolean {
  return tierIds(program).some((id) => entry.variants.get(id)!.enabled);
}

/** A rule as the program defines it: with a variant for each tier, or with its only variant. */
function presentConfiguredRule(view: StorefrontView, rule: Rule): ConfiguredRuleBody {
  return {
    id: rule.id,
    ...presentRuleTerms(rule),
    limit: rule.limit && { count: rule.limit.count, interval: rule.limit.interval },
    variants: tierIds(view.program).map((id) => presentRuleVariant(view, rule, rule.variants.get(id)!)),
  };
}

function tierIds({ tiers, conditional_tiers }: Program): (number | null)[] {
  const ids = [...tiers, ...conditional_tiers].map((tier) => tier.id);
  return ids.length > 0 ? ids : [null];
}
