import { Type } from '@sinclair/typebox';
import { isForFriends, REWARD_KINDS } from '../domain/programs/reward-kinds.ts';
import {
  dayOfYear,
  LANGUAGE_PATTERN,
  limit,
  localizedText,
  MESSAGE_KEY_PATTERN,
  MOST_LANGUAGES,
  months,
  object,
  oneOfBy,
  reference,
  textEnum,
} from './schema-values.ts';

export const PointsExpirySchema = oneOfBy(
  'mode',
  [
    object(
      {
        mode: textEnum(['inactivity_since_purchase', 'inactivity_since_balance_change'], {
          description: 'What ends inactivity: an order, or a change of the balance.',
        }),
        duration_months: months('After how many inactive months the balance expires.'),
      },
      {
        title: 'By inactivity',
        description: 'The whole balance of an inactive customer expires at once.',
      },
    ),
    object(
      {
        mode: textEnum(['after_earning'], { description: 'Each point has its own expiry date.' }),
        duration_months: months('How many months points last. Points that expire first are spent first.'),
      },
      { title: 'By age', description: 'Each point expires some months after it was earned.' },
    ),
    object(
      {
        mode: textEnum(['calendar_date'], { description: 'On one day of the year.' }),
        ...dayOfYear,
      },
      {
        title: 'On a date',
        description: 'Points expire at the end of a certain day of the year.',
      },
    ),
  ],
  {
    description:
      'When points expire. The first points expire one full period after this was turned on. Default: points never expire.',
  },
);

const counted = (whether: string, byDefault: boolean) =>
  Type.Optional(
    Type.Boolean({
      default: byDefault,
      description: `${whether} Default: ${byDefault}.`,
    }),
  );

export const OrdersSchema = object(
  {
    earning_amount: Type.Optional(
      object(
        {
          shipping: counted('Whether shipping earns points.', false),
          tax: counted('Whether tax earns points.', true),
          discounts: counted('Whether the amount of discounts earns points, as if it had been paid.', false),
        },
        {
          description:
            'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.',
        },
      ),
    ),
  },
  { description: 'How orders earn points.' },
);

/** The kinds of reward that a friend can get, in words. */
export const FRIENDS_KINDS = REWARD_KINDS.filter(isForFriends)
  .map((kind) => `a ${kind}`)
  .join(' or ');

export const ReferralsSchema = object(
  {
    incentive: Type.Optional(
      reference(
        `The key of the reward whose code a referred friend gets: ${FRIENDS_KINDS}. The reward may be disabled for claims. Default: friends get no code.`,
      ),
    ),
    requires_email: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.',
      }),
    ),
    cap: Type.Optional(
      limit('How many friends one customer may bring. Only friends who buy count. Default: no limit.'),
    ),
    daily_friends_per_address: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 5,
        description: 'How many friends may come from one internet address in a day. Default: 5.',
      }),
    ),
    daily_codes_per_customer: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 50,
        description: "How many codes the server gives through one customer's link in a day. Default: 50.",
      }),
    ),
  },
  {
    description:
      'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.',
  },
);

export const ApprovalsSchema = object(
  {
    publish: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2,
        default: 1,
        description:
          'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.',
      }),
    ),
    erase: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2,
        default: 1,
        description:
          'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.',
      }),
    ),
    points_above: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.',
      }),
    ),
  },
  {
    description:
      'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.',
  },
);

export const QuestionsSchema = Type.Array(
  object(
    {
      question: localizedText('The question, as customers ask it.'),
      answer: localizedText('The answer. A blank line begins a new paragraph.', 1_000),
    },
    { description: 'A question and its answer.' },
  ),
  {
    minItems: 1,
    maxItems: 24,
    description: 'Questions and answers at the end of the loyalty page, in this order.',
  },
);

export const TermsSchema = localizedText(
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph.',
  12_000,
);

export const OperatorsSchema = object(
  {
    support: Type.Optional(
      object(
        {
          points_per_day: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 100_000_000,
              description:
                "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.",
            }),
          ),
        },
        { description: 'Limits for the role support.' },
      ),
    ),
  },
  { description: 'Limits for people who use the console, by their role.' },
);

export const TextsSchema = Type.Record(
  Type.String({ pattern: LANGUAGE_PATTERN }),
  Type.Record(
    Type.String({ pattern: MESSAGE_KEY_PATTERN }),
    Type.String({ minLength: 1, maxLength: 2000, description: 'The message, in ICU MessageFormat.' }),
    {
      additionalProperties: false,
      maxProperties: 1_000,
      description: 'Your wording in this language, by the name of the message.',
    },
  ),
  {
    additionalProperties: false,
    maxProperties: MOST_LANGUAGES,
    description:
      "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.",
  },
);

const daysAhead = (standard: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: standard, description }));

export const RemindersSchema = object(
  {
    tier_upgrade_percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        default: 80,
        description: 'The percentage of the way to the next tier at which the reminder is sent. Default: 80.',
      }),
    ),
    points_expiration_days: daysAhead(
      30,
      "How many days before a customer's points expire the reminder is sent. Default: 30.",
    ),
    reward_expiration_days: daysAhead(
      7,
      'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.',
    ),
  },
  { description: 'When webhooks remind of a near tier, of points that expire, and of rewards that expire.' },
);
