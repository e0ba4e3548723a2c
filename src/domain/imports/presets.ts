import { type DateOrder, IMPORT_FIELDS, type ImportField } from './import-fields.ts';

/** How a service names the columns of its files. */
export interface Preset {
  /** Whose files, and which. */
  about: string;
  /** By field the headers that it may stand under, the first that is there counts. */
  columns: Partial<Record<ImportField, readonly string[]>>;
  dates: DateOrder;
  /** The year of a birthday whose year is not known. */
  unknown_year?: number;
  /** Text that a spreadsheet would run as a formula has a quote before it, which does not belong to it. */
  quoted_formulas?: true;
}

/** The fields by their own names. */
const OWN_NAMES: Preset['columns'] = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, [field]]));

/** Of a file for which no preset is named. */
export const PLAIN: Preset = { about: 'Fields by their own names', columns: OWN_NAMES, dates: 'ymd' };

const NAMES = { first_name: ['First Name'], last_name: ['Last Name'] };

/**
 * By the names that the services document: of their exports where they say them, else of their own files for
 * imports and of their APIs. Headers are compared without regard to case, spaces, underscores and what stands
 * in brackets.
 */
export const PRESETS: Readonly<Record<string, Preset>> = {
  loyaltyd: {
    about: 'loyaltyd export customers',
    columns: OWN_NAMES,
    dates: 'ymd',
    quoted_formulas: true,
  },
  // help.loyaltylion.com/en/articles/5553630-imports, developers.loyaltylion.com/api/resources/customers
  loyaltylion: {
    about: 'LoyaltyLion',
    columns: {
      merchant_id: ['merchant_id'],
      email: ['email'],
      points: ['points_approved', 'points'],
      points_spent: ['points_spent'],
      birthday: ['birthday'],
      enrolled_at: ['enrolled_at'],
      referral_id: ['referral_id'],
      blocked: ['blocked'],
    },
    dates: 'ymd',
  },
  // help.rivo.io/en/articles/6671188-using-csv-files-with-rivo-loyalty
  rivo: {
    about: 'Rivo',
    columns: {
      email: ['Email'],
      points: ['Points Balance'],
      birthday: ['Birthdate'],
      tier: ['VIP Tier'],
      enrolled_at: ['Activation Date'],
    },
    dates: 'ymd',
  },
  // webcontrive.helpscoutdocs.com/article/935-importing-and-exporting-loyalty-points-in-rivyo
  rivyo: {
    about: 'Rivyo',
    columns: {
      email: ['Email'],
      points: ['Points Balance'],
      points_expire_at: ['Points Expiry'],
      birthday: ['Birthdate'],
    },
    dates: 'dmy',
  },
  // help.smile.io/en/articles/4036233-import-points-with-a-csv-file, dev.smile.io/ui/objects/customer
  smile: {
    about: 'Smile.io',
    columns: {
      email: ['Email'],
      ...NAMES,
      points: ['Points Balance', 'Points'],
      tier: ['VIP Tier'],
      birthday: ['Date of Birth', 'Birthday'],
    },
    dates: 'ymd',
    unknown_year: 1004,
  },
  // stampedsupport.stamped.io/hc/en-us/articles/10040527162651
  stamped: {
    about: 'Stamped',
    columns: {
      email: ['email'],
      ...NAMES,
      points: ['points'],
      birthday: ['birthday'],
      tier: ['vip_tier'],
      tier_expires_at: ['vip_tier_end_date'],
    },
    dates: 'ymd',
  },
  // support.yotpo.com/docs/importingexporting-points-and-customers
  yotpo: {
    about: 'Yotpo Loyalty',
    columns: { email: ['Email'], ...NAMES, points: ['Points Balance'], birthday: ['Birthday'] },
    dates: 'mdy',
  },
};
