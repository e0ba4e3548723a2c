import type { RefusalReason } from '../core/refusal-reason.ts';
import { isEnabledForSome, type Program, type Tier } from '../programs/configuration.ts';

/** A refusal reason with facts that help to get past it. */
export interface Explained {
  obstacle: RefusalReason;
  /** The moment at which it lifts by itself, in ms; null: never, as far as is known. */
  lifts_at: number | null;
  /**
   * If something is not enabled in the customer's tier: the lowest tier in which it is enabled; null if no shown tier
   * has it.
   */
  tier: Tier | null;
  /** If something is out of stock: the product's variants with too little stock. */
  variants_out_of_stock: string[];
}

/** The parts of `Explained` that follow from the reason and the program alone. */
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

/** The lowest of the tiers that customers may know of; conditional tiers come last. */
function lowestTier(
  program: Program,
  { variants }: { variants: ReadonlyMap<number | null, { enabled: boolean }> },
): Tier | null {
  if (!isEnabledForSome({ variants })) return null;
  const tiers = [...program.tiers, ...program.conditional_tiers];
  return tiers.find((tier) => !tier.hidden && variants.get(tier.id)?.enabled) ?? null;
}
