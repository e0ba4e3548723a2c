import { localDate } from '../../domain/core/calendar.ts';
import type { Reward } from '../../domain/programs/configuration.ts';
import type { Picture } from '../../domain/programs/program-settings.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import type { MessageKey, MessageValues } from '../../texts/catalogue.ts';
import { pointsText } from '../../texts/points.ts';
import { type StorefrontView, storefrontView } from '../shared/storefront-view.ts';
import type { ShownOutcome } from './outcome.ts';

/** The audience and the actions of a page: everything that its parts need for texts and forms. */
export interface PageContext {
  /** The view in the session's language and currency. */
  view: StorefrontView;
  say<K extends MessageKey>(key: K, values: MessageValues[K]): string;
  /** A number of points as text. */
  points(points: number): string;
  /** The day of a moment (ms) in the site's time zone, as text for a message. */
  day(ms: number): string;
  /** The text of a day that returns every year. */
  yearlyDay(day: number, month: number): string;
  /** Today in the site's time zone, as YYYY-MM-DD. */
  today: string;
  /** Whether a moment (ms) is on the day after today in the site's time zone. */
  isTomorrow(ms: number): boolean;
  actions: PageActions;
  /** The points that the customer can spend; null: the visitor has no points. */
  balance: number | null;
  /** The outcome of the last action; null: there was no action before this page. */
  outcome: ShownOutcome | null;
}

/** Everything that the page's forms and images need. */
export interface PageActions {
  /** The address at which shoppers reach the server; no trailing slash. */
  public_url: string;
  /** The address of an action such as `rules/12/complete`. */
  address(action: string): string;
  /** The address of a reward's image; null: it has none. */
  image(reward: Reward): string | null;
  /** The address of the program's banner. */
  banner(picture: Picture): string;
  /** Proves that a form comes from this session's page. */
  token: string;
  /** Made for each view of the page: each action of the view's forms is done once. */
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
