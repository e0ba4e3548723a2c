import { type Static, Type } from '@sinclair/typebox';
import {
  amount,
  duration,
  EnabledSchema,
  entries,
  LimitSchema,
  localizedText,
  object,
  oneOfBy,
  text,
  textEnum,
} from './schema-values.ts';

const points = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Points given.' });
const reward = text('Key of the reward given in place of points: a voucher or a gift card of this file.');

const FlatResultSchema = object(
  { points: Type.Optional(points), reward: Type.Optional(reward) },
  { description: 'What a completion gives: points or a reward.' },
);

const PurchaseResultSchema = object(
  {
    points: Type.Optional(points),
    per_currency_unit: Type.Optional(
      amount(
        'How much must be spent for each time the points are given; 1 for "5 points per $1". Without it the points are given once per order.',
        {
          exclusiveMinimum: 0,
        },
      ),
    ),
    reward: Type.Optional(reward),
  },
  { description: 'What an order gives: points, flat or per amount spent, or a reward.' },
);

const title = localizedText('What customers read.');
const description = localizedText('A longer text for customers.', 2000);

function commonProperties<R extends typeof FlatResultSchema | typeof PurchaseResultSchema>(result: R) {
  return {
    title,
    description: Type.Optional(description),
    enabled: Type.Optional(EnabledSchema),
    limit: Type.Optional(LimitSchema),
    approval_period: Type.Optional(
      duration(
        'How long points stay pending before they are approved; for orders, counted from payment. Without it they are approved at once.',
      ),
    ),
    result,
    variants: Type.Optional(
      entries(
        object(
          {
            enabled: Type.Optional(EnabledSchema),
            title: Type.Optional(title),
            description: Type.Optional(description),
            result: Type.Optional(result),
          },
          { description: 'What differs for customers of one tier; everything else stays as in the rule.' },
        ),
        { description: 'By tier key: what differs for customers of that tier.' },
      ),
    ),
  };
}

const PlainRuleSchema = object(
  {
    kind: textEnum(['pageview', 'join_program', 'birthday'], {
      description: 'pageview: visiting the store. join_program: joining. birthday: the day itself.',
    }),
    ...commonProperties(FlatResultSchema),
  },
  { title: 'A visit, a joining or a birthday', description: 'A rule that needs nothing more than its kind.' },
);

const SocialFollowRuleSchema = object(
  {
    kind: textEnum(['social_follow'], { description: 'Following a social profile.' }),
    social_handle: text('The profile to follow, as the network writes it.'),
    network: text('The social network of the profile.'),
    ...commonProperties(FlatResultSchema),
  },
  {
    title: 'Following a profile',
    description: 'A rule completed once the customer has followed the profile.',
  },
);

const PurchaseRuleSchema = object(
  {
    kind: textEnum(['purchase'], { description: 'A paid order.' }),
    ...commonProperties(PurchaseResultSchema),
  },
  { title: 'A purchase', description: 'A rule that every paid order completes.' },
);

export const RuleSchema = oneOfBy('kind', [PlainRuleSchema, SocialFollowRuleSchema, PurchaseRuleSchema], {
  description: 'A way to earn.',
});
export type FileRule = Static<typeof RuleSchema>;
