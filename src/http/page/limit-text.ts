import type { Limit, LimitState } from '../../domain/core/limits.ts';
import { limitText } from '../shared/limit-text.ts';
import type { PageContext } from './page-context.ts';

/** The limit in words: "Once a day", "2 of 3 left today". null: there is no limit, or nothing is left. */
export function allowanceText(page: PageContext, limit: Limit | null, state?: LimitState): string | null {
  if (!limit) return null;
  const isStarted = state?.state === 'limit_not_reached' && state.count > 0;
  if (isStarted) {
    const interval = limit.interval ?? 'ever';
    return page.say('page_limit_left', { interval, remaining: state.remaining, allowed: state.allowed });
  }
  return limitText(page.say, limit);
}

/** The reset of a limit in words: "Again tomorrow". null: the limit does not reset, or is not reached. */
export function resetText(page: PageContext, state: LimitState | undefined): string | null {
  if (state?.state !== 'limit_reached_until_reset') return null;
  if (page.isTomorrow(state.resets_at)) return page.say('page_again_tomorrow', {});
  return page.say('page_again_on', { date: page.day(state.resets_at) });
}
