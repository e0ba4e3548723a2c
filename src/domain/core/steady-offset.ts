import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;
const DAYS_KEPT_PER_ZONE = 4_000;

/** By zone and UTC day. */
const zones = new Map<string, Map<number, number | null>>();

/**
 * The offset of a zone's clocks from UTC at `ms`, in ms, if they do not change from the UTC day before to the UTC day
 * after; null if they do. Within such days every local time stands for exactly one moment, so that calendar arithmetic
 * needs no time zone data. The time zone calendar is slow, and most moments fall on a few days.
 */
export function steadyOffset(ms: number, zone: string): number | null {
  let days = zones.get(zone);
  if (!days) {
    days = new Map();
    zones.set(zone, days);
  }
  const day = Math.floor(ms / DAY_MS);
  let offset = days.get(day);
  if (offset === undefined) {
    if (days.size >= DAYS_KEPT_PER_ZONE) days.clear();
    offset = offsetAround(day, zone);
    days.set(day, offset);
  }
  return offset;
}

function offsetAround(day: number, zone: string): number | null {
  const before = Temporal.Instant.fromEpochMilliseconds((day - 1) * DAY_MS).toZonedDateTimeISO(zone);
  const change = before.getTimeZoneTransition('next');
  const isSteady = change === null || change.epochMilliseconds >= (day + 2) * DAY_MS;
  return isSteady ? before.offsetNanoseconds / 1_000_000 : null;
}
