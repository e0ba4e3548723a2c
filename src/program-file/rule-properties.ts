import { Type } from '@sinclair/typebox';
import {
  amount,
  duration,
  EnabledSchema,
  entries,
  LimitSchema,
  localizedText,
  MOST_TIERS,
  object,
  reference,
} from './schema-values.ts';

const points = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Points given.' });
const reward = reference(
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.',
);

const FlatResultSchema = object(
  { points: Type.Optional(points), reward: Type.Optional(reward) },
  { description: 'What a completion gives: points or a reward.' },
);

const PurchaseResultSchema = object(
  {
    points: Type.Optional(points),
    per_currency_unit: Type.Optional(
      amount(
        'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order.',
        { exclusiveMinimum: 0 },
      ),
    ),
    reward: Type.Optional(reward),
  },
  { description: 'What an order gives: points, flat or per amount spent, or a reward.' },
);

const title = localizedText("The title for customers. Default: the server's name of the kind.");
const description = localizedText('A longer text for customers.', 2000);

function commonProperties<R extends typeof FlatResultSchema | typeof PurchaseResultSchema>(result: R) {
  return {
    title: Type.Optional(title),
    description: Type.Optional(description),
    enabled: Type.Optional(EnabledSchema),
    limit: Type.Optional(LimitSchema),
    approval_period: Type.Optional(
      duration(
        'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once.',
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
          {
            description:
              'The values that differ for customers of one tier. All other values are those of the rule.',
          },
        ),
        { maxProperties: MOST_TIERS, description: 'Values that differ by tier, by the key of the tier.' },
      ),
    ),
  };
}

/** The properties of rules that give the same each time. */
export const flatRule = commonProperties(FlatResultSchema);

/** The properties of rules whose points may depend on the amount of an order. */
export const purchaseRule = commonProperties(PurchaseResultSchema);
