import { type Static, Type } from '@sinclair/typebox';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { Nullable, StringEnum } from '../schema-helpers.ts';

const TargetProductSchema = Type.Object(
  {
    inventory_count: Nullable(
      Type.Integer({ description: 'What is left; null where stock is not tracked.' }),
    ),
    sort_key: Type.Integer(),
    id: Type.Integer({
      description:
        "The digits of the platform's product id; for an id without such, an integer that stands for it.",
    }),
    variant_id: Type.Integer({
      description: 'Likewise for the variant; 0 where a discount is on all of them.',
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
    seconds: Nullable(Type.Integer({ description: 'How long after the claim; null for `none`.' })),
  },
  { title: 'ExpiryOptions' },
);

const SessionOptionsSchema = Type.Object(
  {
    kind: Type.Literal('cart', { description: 'The kind of session that links a claim to what is bought.' }),
    max_redemptions: Nullable(
      Type.Integer({ description: 'How many unused claims one session may hold; null: any number.' }),
    ),
  },
  { title: 'SessionOptions', description: 'Of products, which are put into a cart; null of other rewards.' },
);

/** A reward as the program-level family describes it; amounts are decimals of the program's currency. */
export const RewardDefinitionSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    title_template: Type.String({
      description: 'The title as the operator wrote it, its places (`{amount}` …) left open.',
    }),
    description: Type.String(),
    sort_key: Type.Integer(),
    content: Type.Record(Type.String(), Type.Object({ title: Type.String(), description: Type.String() }), {
      description: "The texts by language, one entry for each of the site's languages.",
    }),
    point_cost: Type.Integer({
      description: 'Where the discount is open: what the least of it costs.',
    }),
    method: StringEnum(['voucher', 'store_fulfilment', 'gift_card']),
    discount_type: StringEnum(['flat', 'percentage', 'custom']),
    discount_amount: Type.Number({
      description: 'An amount for `flat`, a percentage for `percentage`, else 0.',
    }),
    minimum_spend: Type.Number({ description: '0 where there is none.' }),
    usage_limit: Type.Integer(),
    min_redemption_amount: Type.Number({ description: 'Of an open discount; else 0.' }),
    max_redemption_amount: Type.Number({ description: 'Of an open discount; else 0.' }),
    max_free_shipping: Nullable(
      Type.Number({ description: 'Of free shipping; null where all of it is free, and of other rewards.' }),
    ),
    site_id: Type.Integer({ description: "The customer's home site." }),
    target_site: Type.Object({ id: Type.Integer(), name: Type.String(), url: Type.String() }),
    order_type: StringEnum(['all', 'one_time', 'subscription']),
    target_type: StringEnum(['all', 'collection', 'custom', 'product', 'shipping']),
    target_collections: Type.Array(TargetCollectionSchema),
    target_products: Type.Array(TargetProductSchema),
    session_options: Nullable(SessionOptionsSchema),
    auto_refund_seconds: Nullable(Type.Integer()),
    expiry_options: ExpiryOptionsSchema,
    redeemable_expiry_options: Nullable(ExpiryOptionsSchema),
    supported_channels: Type.Array(StringEnum(CHANNELS)),
    kind: StringEnum(REWARD_KINDS),
    recurring_cycle_limit: Type.Integer({ description: '0 for unlimited.' }),
  },
  { title: 'RewardDefinition' },
);
export type RewardDefinition = Static<typeof RewardDefinitionSchema>;
