import type { Limit } from '../core/limits.ts';

/** One text for every language, or one per language tag. The site's first language is the fallback. */
export type LocalizedText = string | Record<string, string>;

/** The program's own settings in the program file; amounts in minor units of the program's currency. */
export interface ProgramSettings {
  /** Unknown customers that a session, an order or an activity names are enrolled; otherwise they stay guests. */
  enrol_on_sight: boolean;
  /**
   * Whether voiding points that are already spent may take the balance below zero, or takes only points that are there.
   */
  negative_balance: 'allow' | 'within_balance';
  /** Units of another currency for one unit of the program's; a currency without a rate is unsupported. */
  currency_rates: Record<string, number>;
  /** The value of a point for books, in units of the program's currency; absent: what rewards give for points. */
  point_value?: number;
  /** The quantity that the tiers' bounds count. */
  tier_boundary_mode: BoundaryMode;
  tier_membership: TierMembership | null;
  /** null: points never expire. */
  points_expiry: PointsExpiry | null;
  /** null: referrals are not enabled. */
  referrals: ReferralSettings | null;
  earning_amount: EarningAmount;
  /** The page on which customers hand in receipts; null if the program takes none. */
  receipt_upload_url: string | null;
  /** The operator's own messages, which replace ours: language tag → message key → ICU message. */
  texts: Record<string, Record<string, string>>;
  webview_session_seconds: number;
  reminders: Reminders;
  /** The number of people that something takes; absent: whoever does it. */
  approvals?: {
    /** A change of the program. */
    publish?: 2;
    /** The erasure of a customer by an operator. */
    erase?: 2;
    /** More points than these, by hand of an operator, take two people. */
    points_above?: number;
  };
  /** Limits of operators by role; absent: none. `points_per_day`: added and removed, in a day of the first site. */
  operators?: { support: { points_per_day: number } };
  /** The look of the loyalty page; null: the server's default. */
  theme: Theme | null;
  /** Answers to questions of customers, for the loyalty page; absent: none. */
  questions?: Question[];
  /** The terms of the program, for the loyalty page; absent: none. */
  terms?: LocalizedText;
}

/** A question that customers have, and its answer. Blank lines part paragraphs. */
export interface Question {
  question: LocalizedText;
  answer: LocalizedText;
}

/** The thresholds at which subscribed systems are told of a customer's approaching events. */
interface Reminders {
  /** The part of the way to the next tier that a customer has come, 1 to 99. */
  tier_upgrade_percent: number;
  /** The time before points expire. */
  points_expiration_days: number;
  /** The time before an unused claimed reward expires or lapses. */
  reward_expiration_days: number;
}

/** Colours are `#rrggbb`; contrast was checked when the program was applied. */
export interface Theme {
  light: ThemeColours;
  dark: ThemeColours;
  /** A CSS font-family list of fonts that visitors have. The page loads no font. */
  font_family: string;
  /** null: the program's name stands in its place. */
  logo: Picture | null;
  /** For visitors who prefer dark; absent: the logo stands on the light ground for them. */
  logo_dark?: Picture;
  /** A picture across the head of the page; absent: none. */
  banner?: Picture;
  /** A style sheet of the operator's, after the page's own; absent: none. It was checked when the program was applied. */
  css?: string;
  corner_radius_px: number;
}

/** A picture that came with the program file. */
export interface Picture {
  /** A data URI. */
  src: string;
  /** In pixels of the image. */
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

/** spend: paid less refunded, in minor units of the program's currency; points: points earned; orders: their number. */
export type BoundaryMode = 'spend' | 'points' | 'orders';

/**
 * How long a customer holds a tier, and which facts earn it.
 * - rolling: the facts of the last `duration_months`; the tier is held as long.
 * - calendar: the facts of the calendar window that begins at `starts_on` and every `window_months` after; the tier is
 *   held to the end of the `windows`th window, the present one being the first.
 * - enrollment_anniversary: the same by years from the enrolment.
 * - lifetime: all facts, for ever.
 */
export type TierMembership =
  | { mode: 'rolling'; duration_months: number }
  | { mode: 'calendar'; starts_on: { month: number; day: number }; window_months: number; windows: number }
  | { mode: 'enrollment_anniversary'; windows: number }
  | { mode: 'lifetime' };

/**
 * When points expire.
 * - The inactivity modes take the whole balance `duration_months` after the last purchase or the last change of the
 *   balance.
 * - after_earning takes the rest of points `duration_months` after they were earned.
 * - calendar_date takes the rest at the end of the day that comes once a year.
 */
export type PointsExpiry =
  | { mode: 'inactivity_since_purchase'; duration_months: number }
  | { mode: 'inactivity_since_balance_change'; duration_months: number }
  | { mode: 'after_earning'; duration_months: number }
  | { mode: 'calendar_date'; month: number; day: number };

/**
 * The parts of an order's total that the rules for whole orders count. discounts: they count discounts too, as if they
 * had been paid.
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
  /** How many friends one customer may bring. It counts friends that buy, not all that were given a code. */
  cap: Limit | null;
  /** How many friends may come from one address within a day. */
  daily_friends_per_address: number;
  /** How many codes may be given through one customer's link within a day; absent: the server's own number. */
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
   * The bound from which it is held, inclusive, in the unit of the boundary mode; 0 for the default tier. null: a
   * conditional tier, which operators give.
   */
  lower_bound: number | null;
  /** Hidden until a customer reaches it. */
  hidden: boolean;
  benefit_keys: string[];
  /** Rewards for customers that enter the tier from a lower one or none. */
  entry_reward_keys: string[];
}

export interface BenefitDefinition {
  label: LocalizedText;
  /** Shown only to members of a tier that has it. */
  secret: boolean;
  details: { plaintext: LocalizedText; html: LocalizedText } | null;
}

export const CHANNELS = ['web', 'pos', 'mobile'] as const;

export type Channel = (typeof CHANNELS)[number];
