import { Type } from '@sinclair/typebox';
import {
  count,
  dayOfYear,
  entries,
  localizedText,
  months,
  object,
  oneOfBy,
  references,
  textEnum,
} from './schema-values.ts';

const windows = count('For how many windows a tier is held, the one in which it was reached included.', {
  minimum: 1,
  maximum: 100,
});

const MembershipSchema = oneOfBy(
  'mode',
  [
    object(
      {
        mode: textEnum(['rolling'], { description: 'A membership lasts so many months.' }),
        duration_months: months('How many months a membership lasts, and how far back the facts count.'),
      },
      {
        title: 'Rolling',
        description: 'A tier is held for some months and renewed by what was done in as many.',
      },
    ),
    object(
      {
        mode: textEnum(['calendar'], { description: 'Windows of the calendar, the same for everybody.' }),
        starts_on: object(dayOfYear, {
          description:
            'The day of the year 2000 on which the first window began; each follows the one before.',
        }),
        window_months: months('How many months a window lasts; 12 for a year.'),
        windows,
      },
      {
        title: 'Calendar',
        description:
          'What is done within one window earns a tier, held to the end of that window or of so many more.',
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
        description: 'As by the calendar, with windows of a year that begin at the enrolment.',
      },
    ),
    object(
      { mode: textEnum(['lifetime'], { description: 'A membership never ends.' }) },
      { title: 'Lifetime', description: 'A tier once reached is held for ever; all that was done counts.' },
    ),
  ],
  { description: 'How long a tier is held, and which facts earn it.' },
);

const LevelSchema = object(
  {
    name: localizedText('What customers read.'),
    lower_bound: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.",
      }),
    ),
    conditional: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.',
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether customers see it only once they have reached it; false unless said otherwise.',
      }),
    ),
    benefits: Type.Optional(references('a benefit', 'Keys of the benefits that its members enjoy.')),
    entry_rewards: Type.Optional(
      references(
        'a reward',
        'Keys of the rewards given to whoever enters it from a lower tier or from none.',
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
        description: 'Whether only members of a tier that has it see it; false unless said otherwise.',
      }),
    ),
    details: Type.Optional(
      object(
        {
          plaintext: localizedText('The details as text.', 5000),
          html: localizedText('The details as HTML, handed on as it stands.', 20_000),
        },
        { description: 'More about it.' },
      ),
    ),
  },
  { description: 'Something that members of a tier enjoy and that this server only tells of.' },
);

export const TiersSchema = object(
  {
    boundary_mode: textEnum(['spend', 'points', 'orders'], {
      description:
        'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.',
    }),
    membership: MembershipSchema,
    levels: entries(LevelSchema, {
      minProperties: 1,
      description: 'Tiers by their stable keys, lowest first.',
    }),
    benefits: Type.Optional(
      entries(BenefitSchema, { description: 'Benefits by their stable keys, for the levels to refer to.' }),
    ),
  },
  { description: 'Tiers of customers. Without it the program has none.' },
);
