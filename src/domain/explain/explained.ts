import type { RefusalReason } from '../core/refusal-reason.ts';
import { isEnabledForSome, type Program, type Tier } from '../programs/configuration.ts';

/** A refusal reason, with facts that help the customer to remove it. */
export interface Explained {
  obstacle: RefusalReason;
  /** The moment at which the reason ends by itself, in ms; null: never, as far as is known. */
  lifts_at: number | null;
  /**
   * The lowest tier in which the rule or reward is enabled, if it is not enabled in the customer's tier; null if no
   * visible tier has it.
   */
  tier: Tier | null;
  /** The product's variants with too little stock, if the reward is out of stock. */
  variants_out_of_stock: string[];
}

/** The members of `Explained` that depend on the reason and the program only. */
export function explained(
  program: Program,
  entry: { variants: ReadonlyMap<number | null, { enabled: boolean }> },
  obstacle: RefusalReason,
): Explained {
  return {
    obstacle,
    lifts_at: 'resets_at' in obstacle ? obstacle.resets_at : null,
    tier: 'cause' in obstacle && obstacle.cause === 'tier' ? lowestTier(program, entry) : null,
    variants_out_of_stock: [],
  };
}

/** The lowest of the tiers that customers may see; conditional tiers come last. */
function lowestTier(
  program: Program,
  { variants }: { variants: ReadonlyMap<number | null, { enabled: boolean }> },
): Tier | null {
  if (!isEnabledForSome({ variants })) return null;
  const tiers = [...program.tiers, ...program.conditional_tiers];
  return tiers.find((tier) => !tier.hidden && variants.get(tier.id)?.enabled) ?? null;
}
