import type { Limit } from '../core/limits.ts';

/** A text in every language alike, or one per language tag; the site's first language is the fallback. */
export type LocalizedText = string | Record<string, string>;

/** What the program file says of the program itself; amounts in minor units of the program's currency. */
export interface ProgramSettings {
  /** Unknown customers that a session, an order or an activity names are enrolled, else they stay guests. */
  enrol_on_sight: boolean;
  /** Whether voiding points already spent may take the balance below zero, or takes only what is there. */
  negative_balance: 'allow' | 'within_balance';
  /** Units of another currency for one unit of the program's; a currency without a rate is unsupported. */
  currency_rates: Record<string, number>;
  /** What the tiers' bounds count. */
  tier_boundary_mode: BoundaryMode;
  tier_membership: TierMembership | null;
  /** null: points never expire. */
  points_expiry: PointsExpiry | null;
  /** null: referrals are not enabled. */
  referrals: ReferralSettings | null;
  earning_amount: EarningAmount;
  /** Where customers hand in receipts; null where the program takes none. */
  receipt_upload_url: string | null;
  /** The operator's own messages in place of ours: language tag → message key → ICU message. */
  texts: Record<string, Record<string, string>>;
  webview_session_seconds: number;
  reminders: Reminders;
  /** How the loyalty page looks; null: as this server draws it. */
  theme: Theme | null;
}

/** When systems that asked for it are told that something of a customer's is near. */
interface Reminders {
  /** How much of the way to the next tier a customer has come, 1 to 99. */
  tier_upgrade_percent: number;
  /** How long before points expire. */
  points_expiration_days: number;
  /** How long before a claimed reward that is not used expires or lapses. */
  reward_expiration_days: number;
}

/** Colours are `#rrggbb`; contrast was checked when the program was applied. */
export interface Theme {
  light: ThemeColours;
  dark: ThemeColours;
  /** A CSS font-family list of fonts that visitors have; none is loaded. */
  font_family: string;
  /** null: the program's name stands in its place. */
  logo: Logo | null;
  corner_radius_px: number;
}

export interface Logo {
  /** A data URI, since the page loads nothing from elsewhere. */
  src: string;
  /** Pixels of the image. */
  width: number;
  height: number;
}

export interface ThemeColours {
  background: string;
  surface: string;
  text: string;
  muted: string;
  accent: string;
  /** On the accent. */
  on_accent: string;
}

/** spend: minor units of the program's currency paid less refunded; points: points earned; orders: their number. */
export type BoundaryMode = 'spend' | 'points' | 'orders';

/**
 * How long a tier is held, and which facts earn it.
 * rolling: the facts of the last `duration_months`, held as long. calendar: those of the calendar window that
 * begins at `starts_on` and each `window_months` after, held to the end of the `windows`th, the present one
 * being the first. enrollment_anniversary: likewise, by years from the enrolment. lifetime: all facts, for ever.
 */
export type TierMembership =
  | { mode: 'rolling'; duration_months: number }
  | { mode: 'calendar'; starts_on: { month: number; day: number }; window_months: number; windows: number }
  | { mode: 'enrollment_anniversary'; windows: number }
  | { mode: 'lifetime' };

/**
 * When points expire. The inactivity modes take the whole balance `duration_months` after the last purchase or
 * the last change of the balance; after_earning takes what is left of points `duration_months` after they were
 * earned; calendar_date what is left at the end of the day that comes once a year.
 */
export type PointsExpiry =
  | { mode: 'inactivity_since_purchase'; duration_months: number }
  | { mode: 'inactivity_since_balance_change'; duration_months: number }
  | { mode: 'after_earning'; duration_months: number }
  | { mode: 'calendar_date'; month: number; day: number };

/**
 * What of an order's total the rules for whole orders count. discounts: also what discounts took off, as if it
 * had been paid.
 */
interface EarningAmount {
  shipping: boolean;
  tax: boolean;
  discounts: boolean;
}

export interface ReferralSettings {
  /** The voucher reward whose code a referred friend is given; null: none. */
  incentive_reward_key: string | null;
  requires_email: boolean;
  /** How many friends one customer may bring: those who buy, whoever else was given a code. */
  cap: Limit | null;
  /** How many friends may come from one address within a day. */
  daily_friends_per_address: number;
  /** How many codes may be given out through one customer's link within a day; absent: the server's own number. */
  daily_codes_per_customer?: number;
}

export interface SiteDefinition {
  name: string;
  url: string;
  currency: string;
  /** The first is the default. */
  languages: string[];
  time_zone: string;
  country: string | null;
  /** Origins that may frame the loyalty page; the site's own origin always may. */
  frame_ancestors: string[];
}

export interface TierDefinition {
  name: LocalizedText;
  /** From which it is held, inclusive, in the unit of the boundary mode; 0 for the default tier. null: conditional, given by hand. */
  lower_bound: number | null;
  /** Not shown before it is reached. */
  hidden: boolean;
  benefit_keys: string[];
  /** Given to whoever enters the tier from a lower one or none. */
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
