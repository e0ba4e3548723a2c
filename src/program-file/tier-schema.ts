import { Type } from '@sinclair/typebox';
import {
  count,
  dayOfYear,
  entries,
  localizedText,
  MOST_BENEFITS,
  MOST_TIERS,
  months,
  object,
  oneOfBy,
  references,
  textEnum,
} from './schema-values.ts';

const windows = count('For how many windows a tier lasts, including the window in which it was reached.', {
  minimum: 1,
  maximum: 100,
});

const MembershipSchema = oneOfBy(
  'mode',
  [
    object(
      {
        mode: textEnum(['rolling'], { description: 'A membership lasts so many months.' }),
        duration_months: months('How many months a membership lasts. Facts count for as many months.'),
      },
      {
        title: 'Rolling',
        description:
          'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.',
      },
    ),
    object(
      {
        mode: textEnum(['calendar'], { description: 'Windows of the calendar, the same for all customers.' }),
        starts_on: object(dayOfYear, {
          description:
            'The day of the year 2000 on which the first window began. The windows follow each other without a gap.',
        }),
        window_months: months('How many months a window lasts; 12 for a year.'),
        windows,
      },
      {
        title: 'Calendar',
        description:
          'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.',
      },
    ),
    object(
      {
        mode: textEnum(['enrollment_anniversary'], {
          description: "Years counted from the customer's own enrolment.",
        }),
        windows,
      },
      {
        title: 'Enrolment anniversary',
        description:
          "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.",
      },
    ),
    object(
      { mode: textEnum(['lifetime'], { description: 'A membership never ends.' }) },
      { title: 'Lifetime', description: 'A tier that was reached lasts for ever. Facts count for ever.' },
    ),
  ],
  { description: 'How long a tier lasts, and which facts earn it.' },
);

const LevelSchema = object(
  {
    name: localizedText('What customers read.'),
    lower_bound: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.",
      }),
    ),
    conditional: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.',
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether customers see the tier only after they have reached it. Default: false.',
      }),
    ),
    benefits: Type.Optional(references('a benefit', 'The keys of the benefits of its members.')),
    entry_rewards: Type.Optional(
      references(
        'a reward',
        'The keys of the rewards that customers get who enter the tier from a lower tier or from none.',
      ),
    ),
  },
  { description: 'A tier.' },
);

const BenefitSchema = object(
  {
    label: localizedText('What customers read.'),
    secret: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether only members of a tier with this benefit see it. Default: false.',
      }),
    ),
    details: Type.Optional(
      object(
        {
          plaintext: localizedText('The details as text.', 5000),
          html: localizedText('The details as HTML. The server passes it on without a change.', 20_000),
        },
        { description: 'A longer text about the benefit.' },
      ),
    ),
  },
  { description: 'Something that the store promises to members of a tier. The server only shows its text.' },
);

export const TiersSchema = object(
  {
    boundary_mode: textEnum(['spend', 'points', 'orders'], {
      description:
        'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.',
    }),
    membership: MembershipSchema,
    levels: entries(LevelSchema, {
      minProperties: 1,
      maxProperties: MOST_TIERS,
      description: 'The tiers by their permanent keys, lowest first.',
    }),
    benefits: Type.Optional(
      entries(BenefitSchema, {
        maxProperties: MOST_BENEFITS,
        description: 'The benefits by their permanent keys. Levels refer to these keys.',
      }),
    ),
  },
  { description: 'Tiers of customers. Without it the program has none.' },
);
