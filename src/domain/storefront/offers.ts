import {
  isOffered,
  type Program,
  type Reward,
  type RewardVariant,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';

/** A program's offers to a person who is about to join. */
export interface Offers {
  rules: { rule: Rule; variant: RuleVariant }[];
  rewards: { reward: Reward; variant: RewardVariant }[];
}

/** The rules and rewards of the first tier of members, offered to this channel and country. */
export function offersToNewcomers(
  program: Program,
  request: { channel: Channel; country: string | null },
): Offers {
  const tierId = program.tiers[0]?.id ?? null;
  return {
    rules: program.rules
      .map((rule) => ({ rule, variant: variantFor(rule, tierId) }))
      .filter(({ variant }) => variant.enabled),
    rewards: program.rewards
      .filter((reward) => isOffered(reward, request.channel, request.country))
      .map((reward) => ({ reward, variant: variantFor(reward, tierId) }))
      .filter(({ variant }) => variant.enabled),
  };
}
