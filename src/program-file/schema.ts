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
  MOST_LANGUAGES,
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
    url: url('The address of the store.'),
    join_url: Type.Optional(
      url(
        'The address at which visitors of the loyalty page become members. Default: the address of the store.',
      ),
    ),
    sign_in_url: Type.Optional(
      url('The address at which visitors of the loyalty page sign in. Default: the address of the store.'),
    ),
    currency: Type.Optional(currency('The currency of this site. Default: the currency of the program.')),
    languages: Type.Array(
      Type.String({
        pattern: LANGUAGE_PATTERN,
        maxLength: 35,
        description: 'A language tag: en, fr, pt-BR.',
      }),
      {
        minItems: 1,
        maxItems: MOST_LANGUAGES,
        uniqueItems: true,
        description: 'The languages of the site. The first is its default.',
      },
    ),
    time_zone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The IANA time zone for the limits, birthdays and tier dates of its customers.',
      examples: ['Europe/Berlin', 'America/New_York'],
    }),
    country: Type.Optional(country('The country of requests that name none.')),
    frame_ancestors: Type.Optional(
      Type.Array(
        Type.String({
          pattern: ORIGIN_PATTERN,
          format: 'uri',
          maxLength: 300,
          description: 'An origin: https://shop.example',
        }),
        {
          maxItems: 100,
          uniqueItems: true,
          description:
            "Further origins that may show the loyalty page in a frame. The site's own origin always may.",
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
      description:
        'The permanent name of the program. A file with this key changes that program when it is applied.',
    }),
    name: text('The name of the program, for customers.'),
    currency: currency(
      'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers.',
    ),
    test: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.',
      }),
    ),
    enrol_on_sight: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.',
      }),
    ),
    negative_balance: Type.Optional(
      textEnum(['allow', 'within_balance'], {
        default: 'allow',
        description:
          'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.',
      }),
    ),
    webview_session: Type.Optional(
      duration('How long the address of an embedded loyalty page works. Default: 15m.'),
    ),
    currency_rates: Type.Optional(
      Type.Record(
        Type.String({ pattern: CURRENCY_PATTERN }),
        Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
        {
          additionalProperties: false,
          maxProperties: 200,
          description:
            "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.",
        },
      ),
    ),
    point_value: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description:
          'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.',
      }),
    ),
    sites: entries(SiteSchema, {
      minProperties: 1,
      maxProperties: 100,
      description:
        'The sites by their permanent keys. The first is the home site of customers whom a back end creates.',
    }),
    tiers: Type.Optional(TiersSchema),
    points_expiry: Type.Optional(PointsExpirySchema),
    orders: Type.Optional(OrdersSchema),
    referrals: Type.Optional(ReferralsSchema),
    reminders: Type.Optional(RemindersSchema),
    receipt_upload_url: Type.Optional(
      url(
        'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.',
      ),
    ),
    approvals: Type.Optional(ApprovalsSchema),
    operators: Type.Optional(OperatorsSchema),
    texts: Type.Optional(TextsSchema),
    theme: Type.Optional(ThemeSchema),
    questions: Type.Optional(QuestionsSchema),
    terms: Type.Optional(TermsSchema),
    rules: Type.Optional(
      entries(RuleSchema, {
        maxProperties: 1_000,
        description: 'The rules by their permanent keys, in the order in which customers see them.',
      }),
    ),
    rewards: Type.Optional(
      entries(RewardSchema, {
        maxProperties: 1_000,
        description: 'The rewards by their permanent keys, in the order in which customers see them.',
      }),
    ),
  },
  {
    title: 'loyaltyd program file',
    description: 'A loyalty program: its sites, tiers, rules and rewards.',
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
