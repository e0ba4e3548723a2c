import { Type } from '@sinclair/typebox';
import { isForFriends, REWARD_KINDS } from '../domain/programs/reward-kinds.ts';
import {
  dayOfYear,
  LANGUAGE_PATTERN,
  limit,
  localizedText,
  MESSAGE_KEY_PATTERN,
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
          description:
            'Since what the customer is inactive: the last order, or the last change of the balance.',
        }),
        duration_months: months('After how many months without any the balance expires.'),
      },
      {
        title: 'By inactivity',
        description: 'The whole balance of a customer who stays away expires at once.',
      },
    ),
    object(
      {
        mode: textEnum(['after_earning'], { description: 'So long after each point was earned.' }),
        duration_months: months('How many months points last; those that expire soonest are spent first.'),
      },
      { title: 'By age', description: 'Points expire on dates of their own.' },
    ),
    object(
      {
        mode: textEnum(['calendar_date'], { description: 'On one day of the year.' }),
        ...dayOfYear,
      },
      {
        title: 'On a date',
        description: 'What was earned expires at the end of a day that comes once a year.',
      },
    ),
  ],
  {
    description:
      'When points expire; it takes effect one full period after it was turned on. Without it they never do.',
  },
);

const counted = (whether: string, byDefault: boolean) =>
  Type.Optional(
    Type.Boolean({
      default: byDefault,
      description: `${whether} ${byDefault ? 'True' : 'False'} unless said otherwise.`,
    }),
  );

export const OrdersSchema = object(
  {
    earning_amount: Type.Optional(
      object(
        {
          shipping: counted('Whether shipping earns.', false),
          tax: counted('Whether tax earns.', true),
          discounts: counted('Whether what discounts took off earns, as if it had been paid.', false),
        },
        {
          description:
            'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.',
        },
      ),
    ),
  },
  { description: 'What orders earn by.' },
);

/** The kinds of reward that a friend can get, in words. */
export const FRIENDS_KINDS = REWARD_KINDS.filter(isForFriends)
  .map((kind) => `a ${kind}`)
  .join(' or ');

export const ReferralsSchema = object(
  {
    incentive: Type.Optional(
      reference(
        `Key of the reward whose code a referred friend is given: ${FRIENDS_KINDS}, which may be disabled for claims. Without it friends get no code.`,
      ),
    ),
    requires_email: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.',
      }),
    ),
    cap: Type.Optional(
      limit('How many friends one customer may bring: those who buy. Without it: as many as they like.'),
    ),
    daily_friends_per_address: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 5,
        description:
          'How many friends may come from one internet address within a day; 5 unless said otherwise.',
      }),
    ),
    daily_codes_per_customer: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 50,
        description:
          "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.",
      }),
    ),
  },
  {
    description:
      'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.',
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
          'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.',
      }),
    ),
    erase: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2,
        default: 1,
        description:
          'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.',
      }),
    ),
    points_above: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.',
      }),
    ),
  },
  {
    description:
      'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.',
  },
);

export const QuestionsSchema = Type.Array(
  object(
    {
      question: localizedText('The question, as customers ask it.'),
      answer: localizedText('The answer. Blank lines part paragraphs.', 1_000),
    },
    { description: 'A question and its answer.' },
  ),
  {
    minItems: 1,
    maxItems: 24,
    description: 'Questions that customers have, for the end of the loyalty page, in the order shown.',
  },
);

export const TermsSchema = localizedText(
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs.',
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
                "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.",
            }),
          ),
        },
        { description: 'Limits of the role support.' },
      ),
    ),
  },
  { description: 'Limits of the people who sign in to the console, by their role.' },
);

export const TextsSchema = Type.Record(
  Type.String({ pattern: LANGUAGE_PATTERN }),
  Type.Record(
    Type.String({ pattern: MESSAGE_KEY_PATTERN }),
    Type.String({ minLength: 1, maxLength: 2000, description: 'The message, in ICU MessageFormat.' }),
    { additionalProperties: false, description: 'By message: its wording in this language.' },
  ),
  {
    additionalProperties: false,
    description:
      "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.",
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
        description:
          'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.',
      }),
    ),
    points_expiration_days: daysAhead(
      30,
      'How many days before the next of its points expire; 30 unless said otherwise.',
    ),
    reward_expiration_days: daysAhead(
      7,
      'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.',
    ),
  },
  { description: 'When webhooks tell that something of a customer’s is near.' },
);
