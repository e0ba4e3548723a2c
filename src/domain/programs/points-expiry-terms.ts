import type { PointsExpiry, ProgramSettings } from './program-settings.ts';

/**
 * The moment, in ms, since which a program's mode of points expiry is on: now, if it had another mode before. Other
 * figures of the same mode do not change the moment. The same moment never occurs twice, because lots name by this
 * moment the mode that dated them.
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
