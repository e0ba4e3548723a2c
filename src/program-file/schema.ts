import { type Static, Type } from '@sinclair/typebox';
import { withFormWords } from './form-schema.ts';
import { RewardSchema } from './reward-schema.ts';
import { RuleSchema } from './rule-schema.ts';
import {
  CURRENCY_PATTERN,
  country,
  currency,
  duration,
  entries,
  KEY_PATTERN,
  LANGUAGE_PATTERN,
  ORIGIN_PATTERN,
  object,
  text,
  textEnum,
  url,
} from './schema-values.ts';
import {
  ApprovalsSchema,
  OperatorsSchema,
  OrdersSchema,
  PointsExpirySchema,
  QuestionsSchema,
  ReferralsSchema,
  RemindersSchema,
  TermsSchema,
  TextsSchema,
} from './settings-schema.ts';
import { ThemeSchema } from './theme-schema.ts';
import { TiersSchema } from './tier-schema.ts';

const SiteSchema = object(
  {
    name: text('The name of the store.'),
    url: url('Where the store is.'),
    join_url: Type.Optional(url('Where visitors of the loyalty page join. Without it: where the store is.')),
    sign_in_url: Type.Optional(
      url('Where visitors of the loyalty page sign in. Without it: where the store is.'),
    ),
    currency: Type.Optional(currency("Currency of this site; the program's unless said otherwise.")),
    languages: Type.Array(
      Type.String({
        pattern: LANGUAGE_PATTERN,
        maxLength: 35,
        description: 'A language tag: en, fr, pt-BR.',
      }),
      {
        minItems: 1,
        uniqueItems: true,
        description: 'Languages of the site; the first is the default.',
      },
    ),
    time_zone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone in which limits, birthdays and tier dates of its customers are counted.',
      examples: ['Europe/Berlin', 'America/New_York'],
    }),
    country: Type.Optional(country('Country of requests that name none.')),
    frame_ancestors: Type.Optional(
      Type.Array(
        Type.String({
          pattern: ORIGIN_PATTERN,
          format: 'uri',
          maxLength: 300,
          description: 'An origin: https://shop.example',
        }),
        {
          uniqueItems: true,
          description: "Further origins that may frame the loyalty page; the site's own always may.",
        },
      ),
    ),
  },
  { description: 'A store that the program serves.' },
);

/** The program file. Every entry has a stable key. By this key it keeps its id when a changed file is applied. */
export const ProgramFileSchema = object(
  {
    key: Type.String({
      pattern: KEY_PATTERN,
      description: 'Names the program for ever; applying a file with this key changes that program.',
    }),
    name: text('The name of the program, for customers.'),
    currency: currency(
      'Currency of tiers and of every amount in this file. Fixed once the program has customers.',
    ),
    test: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'A test program, whose clock can be turned ahead. Fixed once the program has customers.',
      }),
    ),
    enrol_on_sight: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.',
      }),
    ),
    negative_balance: Type.Optional(
      textEnum(['allow', 'within_balance'], {
        default: 'allow',
        description:
          'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.',
      }),
    ),
    webview_session: Type.Optional(
      duration('How long the address of an embedded loyalty page is good for; 15m unless said otherwise.'),
    ),
    currency_rates: Type.Optional(
      Type.Record(
        Type.String({ pattern: CURRENCY_PATTERN }),
        Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
        {
          additionalProperties: false,
          description:
            "By currency: units of it for one unit of the program's. A currency without a rate is not supported.",
        },
      ),
    ),
    point_value: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description:
          'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.',
      }),
    ),
    sites: entries(SiteSchema, {
      minProperties: 1,
      description: 'Sites by their stable keys. The first is home of customers that the back end creates.',
    }),
    tiers: Type.Optional(TiersSchema),
    points_expiry: Type.Optional(PointsExpirySchema),
    orders: Type.Optional(OrdersSchema),
    referrals: Type.Optional(ReferralsSchema),
    reminders: Type.Optional(RemindersSchema),
    receipt_upload_url: Type.Optional(
      url('Where customers hand in receipts of purchases in shops. Without it the program takes none.'),
    ),
    approvals: Type.Optional(ApprovalsSchema),
    operators: Type.Optional(OperatorsSchema),
    texts: Type.Optional(TextsSchema),
    theme: Type.Optional(ThemeSchema),
    questions: Type.Optional(QuestionsSchema),
    terms: Type.Optional(TermsSchema),
    rules: Type.Optional(
      entries(RuleSchema, { description: 'Ways to earn by their stable keys, in the order shown.' }),
    ),
    rewards: Type.Optional(
      entries(RewardSchema, { description: 'Rewards by their stable keys, in the order shown.' }),
    ),
  },
  {
    title: 'loyaltyd program file',
    description: 'What a loyalty program is: sites, tiers, ways to earn and rewards.',
  },
);
export type ProgramFile = Static<typeof ProgramFileSchema>;

/** The published JSON Schema. Editors use it to complete and check a program file, and forms are drawn from it. */
export function programFileJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...withFormWords(JSON.parse(JSON.stringify(ProgramFileSchema)) as Record<string, unknown>),
  };
}
