import type { Limit } from '../core/limits.ts';

/** One text for every language, or one per language tag. A missing language falls back to the site's first language. */
export type LocalizedText = string | Record<string, string>;

/** The program's own settings in the program file; amounts in minor units of the program's currency. */
export interface ProgramSettings {
  /** True: unknown customers in a session, an order or an activity are enrolled; false: they stay guests. */
  enrol_on_sight: boolean;
  /**
   * When points are voided that are already spent: `allow` lets the balance fall below zero; `within_balance` takes
   * only points that are there.
   */
  negative_balance: 'allow' | 'within_balance';
  /** Units of another currency for one unit of the program's; a currency without a rate is unsupported. */
  currency_rates: Record<string, number>;
  /**
   * The value of a point for books, in units of the program's currency; absent: computed from what rewards give for
   * points.
   */
  point_value?: number;
  /** The quantity to which the bounds of the tiers refer. */
  tier_boundary_mode: BoundaryMode;
  tier_membership: TierMembership | null;
  /** null: points never expire. */
  points_expiry: PointsExpiry | null;
  /** null: referrals are not enabled. */
  referrals: ReferralSettings | null;
  earning_amount: EarningAmount;
  /** The page on which customers upload receipts; null: the program accepts none. */
  receipt_upload_url: string | null;
  /** The operator's own messages, which replace the server's: language tag → message key → ICU message. */
  texts: Record<string, Record<string, string>>;
  webview_session_seconds: number;
  reminders: Reminders;
  /** The number of people that an action needs; absent: one. */
  approvals?: {
    /** A change of the program. */
    publish?: 2;
    /** The erasure of a customer by an operator. */
    erase?: 2;
    /** Above this number, an operator's adjustment of points needs two people. */
    points_above?: number;
  };
  /**
   * Limits of operators by role; absent: none. `points_per_day`: points added and removed together, in a day of the
   * first site.
   */
  operators?: { support: { points_per_day: number } };
  /** The look of the loyalty page; null: the server's default. */
  theme: Theme | null;
  /** Answers to questions of customers, for the loyalty page; absent: none. */
  questions?: Question[];
  /** The terms of the program, for the loyalty page; absent: none. */
  terms?: LocalizedText;
}

/** A question of customers, and its answer. Blank lines separate paragraphs. */
export interface Question {
  question: LocalizedText;
  answer: LocalizedText;
}

/** The thresholds at which subscribed systems get a reminder of a customer's approaching events. */
interface Reminders {
  /** The part of the way to the next tier, in per cent, 1 to 99. */
  tier_upgrade_percent: number;
  /** The time before points expire. */
  points_expiration_days: number;
  /** The time before an unused claimed reward expires or lapses. */
  reward_expiration_days: number;
}

/** Colours are `#rrggbb`. Their contrast was checked when the program was applied. */
export interface Theme {
  light: ThemeColours;
  dark: ThemeColours;
  /** A CSS font-family list. The page loads no font, so visitors must have the fonts. */
  font_family: string;
  /** null: the page shows the program's name instead. */
  logo: Picture | null;
  /** The logo for visitors who prefer dark pages; absent: `logo` on a light ground. */
  logo_dark?: Picture;
  /** A picture across the head of the page; absent: none. */
  banner?: Picture;
  /**
   * A style sheet of the operator, which comes after the page's own; absent: none. It was checked when the program was
   * applied.
   */
  css?: string;
  corner_radius_px: number;
}

/** A picture that came with the program file. */
export interface Picture {
  /** A data URI. */
  src: string;
  /** The size in pixels of the image. */
  width: number;
  height: number;
}

export interface ThemeColours {
  background: string;
  surface: string;
  text: string;
  muted: string;
  accent: string;
  /** The colour of text on the accent. */
  on_accent: string;
}

/**
 * spend: amounts paid minus refunds, in minor units of the program's currency; points: points earned; orders: their
 * number.
 */
export type BoundaryMode = 'spend' | 'points' | 'orders';

/**
 * How long a membership in a tier lasts, and which facts earn it.
 * - rolling: the facts of the last `duration_months`; the membership lasts as long.
 * - calendar: the facts of the calendar window that begins at `starts_on` and every `window_months` after; the
 *   membership lasts to the end of the `windows`th window, counting the present one as the first.
 * - enrollment_anniversary: the same with years that begin at the enrolment.
 * - lifetime: all facts, for ever.
 */
export type TierMembership =
  | { mode: 'rolling'; duration_months: number }
  | { mode: 'calendar'; starts_on: { month: number; day: number }; window_months: number; windows: number }
  | { mode: 'enrollment_anniversary'; windows: number }
  | { mode: 'lifetime' };

/**
 * When points expire.
 * - The inactivity modes expire the whole balance `duration_months` after the last purchase or the last change of the
 *   balance.
 * - after_earning: the rest of points expires `duration_months` after they were earned.
 * - calendar_date: the rest expires at the end of a fixed day of each year.
 */
export type PointsExpiry =
  | { mode: 'inactivity_since_purchase'; duration_months: number }
  | { mode: 'inactivity_since_balance_change'; duration_months: number }
  | { mode: 'after_earning'; duration_months: number }
  | { mode: 'calendar_date'; month: number; day: number };

/**
 * The parts of an order's total that the rules for whole orders count. discounts: the rules count discounts too, as if
 * the customer had paid them.
 */
interface EarningAmount {
  shipping: boolean;
  tax: boolean;
  discounts: boolean;
}

export interface ReferralSettings {
  /** The voucher reward whose code a referred friend gets; null: none. */
  incentive_reward_key: string | null;
  requires_email: boolean;
  /** The most friends that one customer may bring. Only friends that buy count, not all who got a code. */
  cap: Limit | null;
  /** The most friends that may come from one address within a day. */
  daily_friends_per_address: number;
  /** The most codes that one customer's link may give within a day; absent: the server's own number. */
  daily_codes_per_customer?: number;
}

export interface SiteDefinition {
  name: string;
  url: string;
  /** The address at which visitors join or sign in; absent: `url`. */
  join_url?: string;
  sign_in_url?: string;
  currency: string;
  /** The first is the default. */
  languages: string[];
  time_zone: string;
  country: string | null;
  /** Origins that may frame the loyalty page. The site's own origin always may. */
  frame_ancestors: string[];
}

export interface TierDefinition {
  name: LocalizedText;
  /**
   * The least value that earns the tier, inclusive, in the unit of the boundary mode; 0 for the default tier. null: a
   * conditional tier, which operators give.
   */
  lower_bound: number | null;
  /** The tier is hidden until a customer reaches it. */
  hidden: boolean;
  benefit_keys: string[];
  /** Rewards for customers that enter the tier from a lower tier or from none. */
  entry_reward_keys: string[];
}

export interface BenefitDefinition {
  label: LocalizedText;
  /** Only members of a tier with this benefit see it. */
  secret: boolean;
  details: { plaintext: LocalizedText; html: LocalizedText } | null;
}

export const CHANNELS = ['web', 'pos', 'mobile'] as const;

export type Channel = (typeof CHANNELS)[number];
