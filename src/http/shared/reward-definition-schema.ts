import { type Static, Type } from '@sinclair/typebox';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { Nullable, StringEnum } from '../schema-helpers.ts';

const TargetProductSchema = Type.Object(
  {
    inventory_count: Nullable(
      Type.Integer({ description: 'The number of pieces that are left. Null: stock is not tracked.' }),
    ),
    sort_key: Type.Integer(),
    id: Type.Integer({
      description:
        "The digits of the product's id in the store's platform. If the id has no digits, an integer in its place.",
    }),
    variant_id: Type.Integer({
      description: 'The same for the variant. 0: the discount is for all variants.',
    }),
    sku: Nullable(Type.String()),
    url: Nullable(Type.String()),
    image_url: Nullable(Type.String()),
    title: Nullable(Type.String()),
    handle: Nullable(Type.String()),
  },
  { title: 'TargetProduct' },
);

const TargetCollectionSchema = Type.Object(
  { id: Type.Integer(), url: Type.String(), restriction_text: Type.String() },
  { title: 'TargetCollection' },
);

const ExpiryOptionsSchema = Type.Object(
  {
    kind: StringEnum(['none', 'relative']),
    seconds: Nullable(
      Type.Integer({ description: 'The time from the claim to the expiry, in seconds. Null with `none`.' }),
    ),
  },
  { title: 'ExpiryOptions' },
);

const SessionOptionsSchema = Type.Object(
  {
    kind: Type.Literal('cart', { description: 'The kind of session that links a claim to what is bought.' }),
    max_redemptions: Nullable(
      Type.Integer({
        description: 'The number of unused claims that one session may hold. Null: any number.',
      }),
    ),
  },
  {
    title: 'SessionOptions',
    description: 'The session for products, which are put into a cart. Null for other rewards.',
  },
);

/** A reward as the program-level family describes it; amounts are decimals of the program's currency. */
export const RewardDefinitionSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    title_template: Type.String({
      description: 'The title as the operator wrote it, with its placeholders (`{amount}` …).',
    }),
    description: Type.String(),
    sort_key: Type.Integer({ description: 'The place in the order of the program file.' }),
    content: Type.Record(Type.String(), Type.Object({ title: Type.String(), description: Type.String() }), {
      description: "The texts by language, one entry for each of the site's languages.",
    }),
    point_cost: Type.Integer({
      description:
        'The cost in points. If the customer chooses the amount of the discount, the cost of the smallest discount.',
    }),
    method: StringEnum(['voucher', 'store_fulfilment', 'gift_card']),
    discount_type: StringEnum(['flat', 'percentage', 'custom'], {
      description: 'flat: an amount of money. percentage: a part of the price. custom: something else.',
    }),
    discount_amount: Type.Number({
      description:
        "With `flat`: an amount in the program's currency. With `percentage`: 10 for 10%. Otherwise 0.",
    }),
    minimum_spend: Type.Number({ description: "In the program's currency. 0: there is no minimum." }),
    usage_limit: Type.Integer({ description: 'How often a code can be used. Always 1.' }),
    min_redemption_amount: Type.Number({
      description:
        "A bound of the discount that the customer can choose, in the program's currency. 0 for other rewards.",
    }),
    max_redemption_amount: Type.Number({
      description:
        "A bound of the discount that the customer can choose, in the program's currency. 0 for other rewards.",
    }),
    max_free_shipping: Nullable(
      Type.Number({
        description:
          "The largest shipping price that the reward takes off, in the program's currency. Null: all shipping is free, or it is another reward.",
      }),
    ),
    site_id: Type.Integer({ description: "The customer's home site." }),
    target_site: Type.Object({ id: Type.Integer(), name: Type.String(), url: Type.String() }),
    order_type: StringEnum(['all', 'one_time', 'subscription'], {
      description:
        'The orders that the reward can be used on: all, only single purchases, or only those of subscriptions.',
    }),
    target_type: StringEnum(['all', 'collection', 'custom', 'product', 'shipping']),
    target_collections: Type.Array(TargetCollectionSchema),
    target_products: Type.Array(TargetProductSchema),
    session_options: Nullable(SessionOptionsSchema),
    auto_refund_seconds: Nullable(
      Type.Integer({ description: 'The seconds after which an unused claim lapses. Null: never.' }),
    ),
    expiry_options: ExpiryOptionsSchema,
    redeemable_expiry_options: Nullable(ExpiryOptionsSchema),
    supported_channels: Type.Array(StringEnum(CHANNELS), {
      description: 'The sales channels in which the reward is offered.',
    }),
    kind: StringEnum(REWARD_KINDS),
    recurring_cycle_limit: Type.Integer({
      description: 'The number of orders of a subscription that get the discount. 0: all of them.',
    }),
  },
  { title: 'RewardDefinition' },
);
export type RewardDefinition = Static<typeof RewardDefinitionSchema>;

/** The discount of a reward, the goods it applies to, and its conditions for orders. */
export type DiscountTerms = Pick<
  RewardDefinition,
  | 'method'
  | 'discount_type'
  | 'discount_amount'
  | 'minimum_spend'
  | 'min_redemption_amount'
  | 'max_redemption_amount'
  | 'max_free_shipping'
  | 'order_type'
  | 'target_type'
  | 'target_collections'
  | 'recurring_cycle_limit'
>;
