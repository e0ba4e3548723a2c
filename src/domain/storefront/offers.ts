import { listDryPools } from '../claims/code-pool-store.ts';
import {
  isOffered,
  type Program,
  type Reward,
  type RewardVariant,
  type Rule,
  type RuleVariant,
  variantFor,
} from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { isOutOfStock } from './availability.ts';
import type { CanRedeem, StockLevels } from './customer.ts';
import { loadStock } from './load-claim.ts';
import { poolsOf } from './mark.ts';

/** A program's offers to a person who is about to join. */
export interface Offers {
  rules: { rule: Rule; variant: RuleVariant }[];
  /** `can_redeem`: only for a reward that nobody can have. The rest depends on the customer. */
  rewards: { reward: Reward; variant: RewardVariant; can_redeem?: CanRedeem }[];
}

/** The rules and rewards of the first tier of members, offered to this channel and country. */
export function offersToNewcomers(
  program: Program,
  request: { channel: Channel; country: string | null },
  stock: StockLevels,
): Offers {
  const tierId = program.tiers[0]?.id ?? null;
  return {
    rules: program.rules
      .map((rule) => ({ rule, variant: variantFor(rule, tierId) }))
      .filter(({ variant }) => variant.enabled),
    rewards: program.rewards
      .filter((reward) => isOffered(reward, request.channel, request.country))
      .map((reward) => ({
        reward,
        variant: variantFor(reward, tierId),
        ...(isOutOfStock(reward, stock) && { can_redeem: { state: 'out_of_stock' as const } }),
      }))
      .filter(({ variant }) => variant.enabled),
  };
}

/** The rest of every stock of a program, and 0 for each pool without codes, as the read of a customer has them. */
export async function loadStockAndPools(deps: Pick<Deps, 'db'>, program: Program): Promise<StockLevels> {
  const [counted, dry] = await Promise.all([
    loadStock(deps, program),
    listDryPools(deps.db, program.id, poolsOf(program)),
  ]);
  return {
    remaining: (rewardId, variantId) =>
      variantId === '' && dry.has(rewardId) ? 0 : counted.remaining(rewardId, variantId),
  };
}
