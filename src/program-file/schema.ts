import { type Static, Type } from '@sinclair/typebox';
import { RewardSchema } from './reward-schema.ts';
import { RuleSchema } from './rule-schema.ts';
import {
  amount,
  CURRENCY_PATTERN,
  country,
  currency,
  duration,
  entries,
  KEY_PATTERN,
  LANGUAGE_PATTERN,
  localizedText,
  ORIGIN_PATTERN,
  object,
  oneOfBy,
  text,
  textEnum,
  url,
} from './schema-values.ts';

const SiteSchema = object(
  {
    name: text('The name of the store.'),
    url: url('Where the store is.'),
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

const MembershipSchema = oneOfBy(
  'mode',
  [
    object(
      {
        mode: textEnum(['rolling'], { description: 'A membership lasts so many months.' }),
        duration_months: Type.Integer({
          minimum: 1,
          maximum: 120,
          description: 'How many months a membership lasts, and how far back spend counts.',
        }),
      },
      {
        title: 'Rolling',
        description: 'A tier is held for some months and renewed by the spend of as many.',
      },
    ),
    object(
      { mode: textEnum(['lifetime'], { description: 'A membership never ends.' }) },
      { title: 'Lifetime', description: 'A tier once reached is held for ever; all spend counts.' },
    ),
  ],
  { description: 'How long a tier is held.' },
);

const TiersSchema = object(
  {
    boundary_mode: textEnum(['spend'], { description: 'What decides on the tier: the amount spent.' }),
    membership: MembershipSchema,
    levels: entries(
      object(
        {
          name: localizedText('What customers read.'),
          lower_bound: amount('Spend from which the tier is held; 0 for the tier that everybody begins in.'),
        },
        { description: 'A tier.' },
      ),
      { minProperties: 1, description: 'Tiers by their stable keys, lowest first.' },
    ),
  },
  { description: 'Tiers of customers. Without it the program has none.' },
);

/** The program file. Every entry has a stable key of its own: applying a changed file keeps its id. */
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
          'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there. Allow unless said otherwise.',
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
    sites: entries(SiteSchema, {
      minProperties: 1,
      description: 'Sites by their stable keys. The first is home of customers that the back end creates.',
    }),
    tiers: Type.Optional(TiersSchema),
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

/** The published JSON Schema, from which editors complete and check a program file. */
export function programFileJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(JSON.parse(JSON.stringify(ProgramFileSchema)) as Record<string, unknown>),
  };
}
