import type { BoundaryMode } from '../../domain/programs/program-settings.ts';
import type { PageContext } from './page-context.ts';

/** The amount that is missing to reach a tier, in the unit of `kind`. */
export function upgradeText({ say, view }: PageContext, kind: BoundaryMode, missing: number, tier: string) {
  if (kind === 'points') return say('page_tier_upgrade_points', { points: missing, tier });
  if (kind === 'orders') return say('page_tier_upgrade_orders', { orders: missing, tier });
  return say('page_tier_upgrade', { amount: view.money(missing).formatted, tier });
}

/** The amount that is missing to keep a tier beyond a day. */
export function renewalText({ say, view }: PageContext, kind: BoundaryMode, missing: number, date: string) {
  if (kind === 'points') return say('page_tier_renewal_points', { points: missing, date });
  if (kind === 'orders') return say('page_tier_renewal_orders', { orders: missing, date });
  return say('page_tier_renewal', { amount: view.money(missing).formatted, date });
}
