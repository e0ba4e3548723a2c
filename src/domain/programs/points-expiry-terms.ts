import type { PointsExpiry, ProgramSettings } from './program-settings.ts';

/**
 * The moment, in ms, at which a program's mode of points expiry counts as turned on: now, if it had another mode
 * before. Other figures of the same mode turn nothing on. The same moment never occurs twice, since by it lots know the
 * mode that dated them.
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
