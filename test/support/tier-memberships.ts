import type { TierMembership } from '../../src/domain/programs/program-settings.ts';

/** How long tiers are held, in each mode that ends. */
export const rolling = (duration_months: number): TierMembership => ({ mode: 'rolling', duration_months });
export const calendar = (month: number, day: number, window_months: number, windows = 1): TierMembership => ({
  mode: 'calendar',
  starts_on: { month, day },
  window_months,
  windows,
});
export const anniversary = (windows = 1): TierMembership => ({ mode: 'enrollment_anniversary', windows });
