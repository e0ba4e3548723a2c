import type { PointsExpiry, ProgramSettings } from './program-settings.ts';

/**
 * When the mode of points expiry that a program is given counts as turned on, ms: now, where it has another
 * than before; other figures of the same mode turn nothing on. Never the same moment twice, since lots are
 * told by it which mode dated them.
 */
export function pointsExpirySince(
  before: { points_expiry_since: number | null; settings: Pick<ProgramSettings, 'points_expiry'> },
  wanted: PointsExpiry | null,
  now: number,
): number | null {
  if (wanted === null) return null;
  const since = before.points_expiry_since;
  if (since === null) return now;
  return before.settings.points_expiry?.mode === wanted.mode ? since : Math.max(now, since + 1);
}
