import { intervalAt } from '../core/calendar.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { isDue } from '../ledger/due.ts';
import { inactivityDeadline } from '../ledger/points-expiry.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { TierFact } from '../tiers/evaluation-window.ts';
import type { TierStatus } from '../tiers/tier-status.ts';

interface CustomerAsRead {
  row: CustomerRow;
  home: Site;
  tier: TierStatus | null;
  facts: readonly TierFact[];
}

/**
 * Until this moment, a customer that was read at `now` reads the same if nothing is written. From then on something is
 * due, a window of a limit or a birthday is over, or other facts count towards the tier. `now` itself if something is
 * due already, or if the clock is behind the latest entry.
 */
export function steadyUntil(
  program: Program,
  { row, home, tier, facts }: CustomerAsRead,
  now: number,
): number {
  if (now < row.last_entry_at || isDue(program, row, now)) return now;
  // Windows of limits begin and end with days, and so do birthdays.
  let until = intervalAt('day', home.time_zone, now).end;
  const atLatest = (moment: number | null | undefined) => {
    if (moment != null && moment > now && moment < until) until = moment;
  };
  atLatest(row.next_due_at);
  if (row.points_approved > 0) atLatest(inactivityDeadline(program, row, home.time_zone));
  atLatest(tier?.progress.valid_until);
  if (tier) for (const { date } of facts) atLatest(date);
  return until;
}
