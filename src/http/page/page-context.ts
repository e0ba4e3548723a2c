import { localDate } from '../../domain/core/calendar.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import type { MessageKey, MessageValues } from '../../texts/catalogue.ts';
import { pointsText } from '../../texts/points.ts';
import { type StorefrontView, storefrontView } from '../shared/storefront-view.ts';
import type { ShownOutcome } from './outcome.ts';

/** For whom a page is worded, and how it acts: what its parts need to say and offer anything at all. */
export interface PageContext {
  /** The session's language and currency. */
  view: StorefrontView;
  say<K extends MessageKey>(key: K, values: MessageValues[K]): string;
  /** So many points, in words. */
  points(points: number): string;
  /** The day of a moment (ms) in the site's time zone, for use in a message. */
  day(ms: number): string;
  /** A day that comes every year. */
  yearlyDay(day: number, month: number): string;
  /** Today in the site's time zone, as YYYY-MM-DD. */
  today: string;
  /** Whether a moment (ms) falls on the day after today in the site's time zone. */
  isTomorrow(ms: number): boolean;
  actions: PageActions;
  /** What the customer can spend; null: whoever looks has no points. */
  balance: number | null;
  /** What the last action came to; null: the page was just opened. */
  outcome: ShownOutcome | null;
}

/** What the page's forms and images need. */
export interface PageActions {
  /** Where shoppers reach the server; no trailing slash. */
  public_url: string;
  /** The address of an action: `rules/12/complete`. */
  address(action: string): string;
  /** The address of a reward's image that is at `url`. */
  image(rewardId: number, url: string): string;
  /** What shows that a form is of this session's page. */
  token: string;
  /** Made for this one showing of the page: whatever a form of it asks for is done once. */
  nonce: string;
}

const DAY_MS = 86_400_000;
const A_LEAP_YEAR = 2000;

/** `now` is the program's time, ms. */
export function pageContext(
  { program, site, language, currency }: Pick<WebviewSession, 'program' | 'site' | 'language' | 'currency'>,
  now: number,
  actions: PageActions,
  { balance = null, outcome = null }: Partial<Pick<PageContext, 'balance' | 'outcome'>> = {},
): PageContext {
  const view = storefrontView(program, site, language, currency);
  const { wording } = view;
  const days = new Intl.DateTimeFormat(wording.spoken, { dateStyle: 'long', timeZone: site.time_zone });
  const yearly = new Intl.DateTimeFormat(wording.spoken, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const today = localDate(now, site.time_zone);
  return {
    view,
    say: wording.format,
    points: (points) => pointsText(points, wording),
    day: (ms) => days.format(ms),
    yearlyDay: (day, month) => yearly.format(Date.UTC(A_LEAP_YEAR, month - 1, day)),
    today,
    isTomorrow: (ms) => Date.parse(localDate(ms, site.time_zone)) - Date.parse(today) === DAY_MS,
    actions,
    balance,
    outcome,
  };
}
