import type { Benefit, Tier } from '../../domain/programs/configuration.ts';
import type { BoundaryMode, TierMembership } from '../../domain/programs/program-settings.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { TierConfigurationBody } from './tier-schemas.ts';

/** The program's tiers; null if it has none. Hidden tiers and secret benefits are included and marked. */
export function presentTierConfiguration(view: StorefrontView): TierConfigurationBody | null {
  const { tiers, conditional_tiers, benefits, settings } = view.program;
  if (!settings.tier_membership || tiers.length + conditional_tiers.length === 0) return null;
  const mode = settings.tier_boundary_mode;
  return {
    boundary_mode: mode,
    tiers: [
      ...tiers.map((tier, index) => ({
        ...presentTier(view, tier, index + 1),
        ...presentBounds(view, mode, tier.lower_bound, tiers[index + 1]?.lower_bound),
      })),
      ...conditional_tiers.map((tier, index) => ({
        ...presentTier(view, tier, tiers.length + index + 1),
        kind: 'conditional' as const,
      })),
    ],
    tier_benefits: benefits
      .filter((benefit) => benefit.enabled)
      .map((benefit) => presentBenefit(view, benefit)),
    membership: presentTerms(settings.tier_membership),
  };
}

function presentTier(view: StorefrontView, tier: Tier, position: number) {
  return {
    id: tier.id,
    name: view.text(tier.name),
    position,
    hidden: tier.hidden,
    benefit_ids: [...tier.benefit_ids],
  };
}

/**
 * Bounds are inclusive: a tier ends one below the next bound. For spend, "one" is the smallest coin of the view's
 * currency.
 */
function presentBounds(view: StorefrontView, mode: BoundaryMode, lower: number, next: number | undefined) {
  if (mode !== 'spend')
    return { kind: mode, lower_bound: lower, upper_bound: next === undefined ? null : next - 1 };
  const upper_bound = next === undefined ? null : view.moneyBelow(next);
  return { kind: mode, lower_bound: view.money(lower), upper_bound };
}

function presentBenefit(view: StorefrontView, { id, label, secret, details }: Benefit) {
  return {
    id,
    label: view.text(label),
    secret,
    details: details && { plaintext: view.text(details.plaintext), html: view.text(details.html) },
  };
}

function presentTerms(terms: TierMembership): TierConfigurationBody['membership'] {
  switch (terms.mode) {
    case 'rolling':
      return { mode: terms.mode, duration_months: terms.duration_months };
    case 'calendar':
      return {
        mode: terms.mode,
        evaluation_period: { starts_on: terms.starts_on, duration: { months: terms.window_months } },
        duration: { windows: terms.windows },
      };
    case 'enrollment_anniversary':
      return { mode: terms.mode, duration: { windows: terms.windows } };
    case 'lifetime':
      return { mode: terms.mode };
  }
}
