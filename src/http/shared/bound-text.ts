import type { BoundaryMode } from '../../domain/programs/program-settings.ts';
import type { StorefrontView } from './storefront-view.ts';

/** The bound from which a customer is in a tier. */
export function boundText({ wording, money }: StorefrontView, kind: BoundaryMode, bound: number): string {
  const say = wording.format;
  if (bound === 0) return say('page_tier_first', {});
  if (kind === 'points') return say('page_tier_from_points', { points: bound });
  if (kind === 'orders') return say('page_tier_from_orders', { orders: bound });
  return say('page_tier_from', { amount: money(bound).formatted });
}
