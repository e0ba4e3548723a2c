import { type Static, Type } from '@sinclair/typebox';
import type { Tier } from '../../domain/programs/configuration.ts';
import type { StorefrontView } from './storefront-view.ts';

/** A tier as answers for back ends name it. */
export const TierNameSchema = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'TierName' });

export function presentTierName(view: StorefrontView, { id, name }: Tier): Static<typeof TierNameSchema> {
  return { id, name: view.text(name) };
}

/** null: there is no tier, or this process does not know the tier yet. */
export function presentTier(
  view: StorefrontView,
  tierId: number | null,
): Static<typeof TierNameSchema> | null {
  const tier = tierId === null ? undefined : view.program.tier(tierId);
  return tier ? presentTierName(view, tier) : null;
}
