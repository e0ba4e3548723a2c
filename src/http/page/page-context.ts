import { localDate } from '../../domain/calendar.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import type { MessageKey, MessageValues } from '../../texts/catalogue.ts';
import { type StorefrontView, storefrontView } from '../headless/storefront-view.ts';

/** For whom a page is worded: what its parts need to say anything at all. */
export interface PageContext {
  /** The session's language and currency. */
  view: StorefrontView;
  say<K extends MessageKey>(key: K, values: MessageValues[K]): string;
  /** The day of a moment (ms) in the site's time zone, for use in a message. */
  day(ms: number): string;
  /** Whether a moment (ms) falls on the day after today in the site's time zone. */
  isTomorrow(ms: number): boolean;
}

const DAY_MS = 86_400_000;

/** `now` is the program's time, ms. */
export function pageContext({ program, site, language, currency }: WebviewSession, now: number): PageContext {
  const view = storefrontView(program, site, language, currency);
  const { wording } = view;
  const days = new Intl.DateTimeFormat(wording.spoken, { dateStyle: 'long', timeZone: site.time_zone });
  const calendarDay = (ms: number) => Date.parse(localDate(ms, site.time_zone));
  return {
    view,
    say: wording.format,
    day: (ms) => days.format(ms),
    isTomorrow: (ms) => calendarDay(ms) - calendarDay(now) === DAY_MS,
  };
}
