import { type Static, Type } from '@sinclair/typebox';
import type { Tier } from '../../domain/programs/configuration.ts';
import type { StorefrontView } from './storefront-view.ts';

/** A tier as back ends name it. */
export const TierNameSchema = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'TierName' });

export function presentTierName(view: StorefrontView, { id, name }: Tier): Static<typeof TierNameSchema> {
  return { id, name: view.text(name) };
}

/** null: no tier, or a tier that this process does not know yet. */
export function presentTier(
  view: StorefrontView,
  tierId: number | null,
): Static<typeof TierNameSchema> | null {
  const tier = tierId === null ? undefined : view.program.tier(tierId);
  return tier ? presentTierName(view, tier) : null;
}
