import type { RefusalReason } from '../core/refusal-reason.ts';
import { isEnabledForSome, type Program, type Tier } from '../programs/configuration.ts';

/** An obstacle with what helps to get past it. */
export interface Explained {
  obstacle: RefusalReason;
  /** When it lifts by itself, in ms; null: never, as far as is known. */
  lifts_at: number | null;
  /** Of what is not enabled in the customer's tier: the lowest tier in which it is; null where none is shown. */
  tier: Tier | null;
  /** Of what is out of stock: the product's variants of which too few are left. */
  variants_out_of_stock: string[];
}

/** What of `explained` follows from the obstacle and the program alone. */
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

/** Of the tiers that customers may know of; those given by hand come last. */
function lowestTier(
  program: Program,
  { variants }: { variants: ReadonlyMap<number | null, { enabled: boolean }> },
): Tier | null {
  if (!isEnabledForSome({ variants })) return null;
  const tiers = [...program.tiers, ...program.conditional_tiers];
  return tiers.find((tier) => !tier.hidden && variants.get(tier.id)?.enabled) ?? null;
}
