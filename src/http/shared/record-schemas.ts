import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { RewardDefinitionSchema } from './reward-definition-schema.ts';

/** A customer inside program-level answers: as the customer is now, even in an old record. */
export const CustomerSummarySchema = Type.Object(
  {
    id: Type.Integer({ description: "The server's number of the customer." }),
    merchant_id: Type.String({ description: "The customer's id in the store's platform, as first given." }),
    email: Nullable(Type.String()),
    points_pending: Type.Integer({ description: 'The points that wait for approval.' }),
    points_approved: Type.Integer({ description: 'The spendable balance.' }),
    points_spent: Type.Integer({
      description: 'The points spent so far, minus the points that refunds returned.',
    }),
  },
  { title: 'CustomerSummary' },
);
export type CustomerSummary = Static<typeof CustomerSummarySchema>;

/** The place of a resource's latest change in the order of a listing by `updated_since`. */
export const ChangeId = () =>
  Type.Integer({
    description:
      'The number of the latest change of this resource. To continue a listing, send the last one that you saw as `updated_since`.',
  });

export const ActivitySchema = Type.Object(
  {
    id: Type.Integer(),
    merchant_id: Type.String({
      description:
        "The id that the caller gave to the activity. If the caller gave none, the server makes one from the activity's id.",
    }),
    value: Type.Integer({
      description:
        'The points of the activity, minus the points that refunds of its order took back. 0 if the activity gave a reward.',
    }),
    state: StringEnum(['pending', 'approved', 'declined', 'void'], {
      description:
        'pending: its points wait for approval. approved: it counts. declined: it was refused while it was pending. void: it was taken back after its approval.',
    }),
    customer: CustomerSummarySchema,
    created_at: Timestamp(),
    updated_at: Timestamp({ description: 'The moment of its last change.' }),
    change_id: ChangeId(),
    resource: Nullable(
      StringEnum(['order', 'referral'], {
        description: 'The cause: an order of the customer, or a friend who bought. Null: neither.',
      }),
    ),
    order: Nullable(
      Type.Object(
        { id: Type.Integer(), merchant_id: Type.String() },
        { description: 'The order that caused the activity. Null: no order did.' },
      ),
    ),
    rule: Type.Object(
      { id: Nullable(Type.Integer()), name: Nullable(Type.String()), title: Nullable(Type.String()) },
      { description: 'The rule that gave the points. Its properties are null if no rule did.' },
    ),
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof ActivitySchema>;

const redeemableFields = {
  fulfilled: Type.Boolean(),
  fulfilled_at: Nullable(Timestamp()),
  expires_on: Nullable(
    CalendarDate({ description: 'The calendar day of `expires_at` in the time zone of the home site.' }),
  ),
};

const VoucherRedeemableSchema = Type.Object(
  {
    redeemable_type: Type.Literal('voucher'),
    ...redeemableFields,
    code: Type.String({ description: 'The voucher code.' }),
    discount_amount: Nullable(
      Type.Number({
        description:
          "The discount in the program's currency. Null for a percentage, and for vouchers that give something else.",
      }),
    ),
    usage_count: Type.Integer({ description: '1 if the voucher was used, otherwise 0.' }),
    usage_limit: Type.Integer({ description: 'Always 1.' }),
  },
  { title: 'VoucherRedeemable' },
);

const GiftCardRedeemableSchema = Type.Object(
  {
    redeemable_type: Type.Literal('gift_card'),
    ...redeemableFields,
    code: Nullable(
      Type.String({
        description: 'The whole code. Only the answer to the claim has it; in other answers it is null.',
      }),
    ),
    code_last_characters: Type.String(),
    initial_balance: Type.Number({ description: "In the program's currency." }),
    current_balance: Type.Number({ description: "In the program's currency." }),
  },
  { title: 'GiftCardRedeemable' },
);

const ProductRedeemableSchema = Type.Object(
  {
    redeemable_type: Type.Literal('product'),
    ...redeemableFields,
    product: Type.Object({
      id: Type.Integer({ description: "The product's id, as in `target_products` of the reward." }),
      variant_id: Type.Integer({ description: "The variant's id, as in `target_products` of the reward." }),
    }),
    used_at: Nullable(Timestamp()),
  },
  { title: 'ProductRedeemable' },
);

const FulfilmentRedeemableSchema = Type.Object(
  { redeemable_type: Type.Literal('fulfilment'), ...redeemableFields },
  { title: 'FulfilmentRedeemable', description: 'A reward that the store fulfils itself.' },
);

/** The states of a claimed reward. The server gives no claim the states `pending` and `declined`. */
export const ClaimStateSchema = StringEnum(['pending', 'approved', 'declined', 'void', 'expired'], {
  description:
    'approved: the claim is valid, used or unused. void: it was refunded, or it lapsed unused; its points were returned. expired: it expired unused; its points stay spent. pending and declined do not occur.',
});

const ClaimSessionSchema = Type.Object(
  { kind: StringEnum(['cart', 'checkout', 'custom']), token: Type.String() },
  { title: 'ClaimSession', description: 'The session sent with the claim.' },
);

/** A claimed reward of the program-level family; amounts are decimals of the program's currency. */
export const ProgramClaimedRewardSchema = Type.Object(
  {
    id: Type.Integer(),
    claimed_at: Timestamp(),
    point_cost: Type.Integer({
      description: 'The points that this claim cost. 0: a rule or a tier gave the reward.',
    }),
    redeemable: Type.Union([
      VoucherRedeemableSchema,
      GiftCardRedeemableSchema,
      ProductRedeemableSchema,
      FulfilmentRedeemableSchema,
    ]),
    reward: RewardDefinitionSchema,
    state: ClaimStateSchema,
    session: Nullable(ClaimSessionSchema),
    auto_refund_at: Nullable(
      Timestamp({
        description:
          'The moment when the claim lapses if it is still unused. Its points are then returned. Null: never.',
      }),
    ),
    expires_at: Nullable(
      Timestamp({
        description: 'The moment from which the claimed reward cannot be used any more. Null: never.',
      }),
    ),
  },
  { title: 'ProgramClaimedReward' },
);
export type ProgramClaimedReward = Static<typeof ProgramClaimedRewardSchema>;

const transactionFields = {
  id: Type.Integer(),
  customer: CustomerSummarySchema,
  points_approved: Type.Integer({
    description: 'The change of the approved points, negative if points went out.',
  }),
  points_pending: Type.Integer({
    description: 'The change of the pending points, negative if points went out.',
  }),
  created_at: Timestamp(),
};

/** One immutable change of a customer's points; `resource` names the node that describes the cause. */
export const TransactionSchema = Type.Union(
  [
    Type.Object(
      { ...transactionFields, resource: Type.Literal('activity'), activity: ActivitySchema },
      { title: 'ActivityTransaction' },
    ),
    Type.Object(
      {
        ...transactionFields,
        resource: Type.Literal('adjustment'),
        adjustment: Type.Object({ note: Nullable(Type.String()) }),
      },
      { title: 'AdjustmentTransaction' },
    ),
    Type.Object(
      {
        ...transactionFields,
        resource: Type.Literal('claimed_reward'),
        claimed_reward: ProgramClaimedRewardSchema,
      },
      { title: 'RewardTransaction' },
    ),
    Type.Object(
      {
        ...transactionFields,
        resource: Type.Literal('expiry'),
        expiry: Type.Object({
          reason: StringEnum(['inactivity', 'age', 'calendar_date'], {
            description:
              'inactivity: the customer was inactive for too long. age: the points were earned too long ago. calendar_date: the program lets points expire on this day of the year.',
          }),
        }),
      },
      { title: 'ExpiryTransaction' },
    ),
  ],
  { title: 'Transaction' },
);
export type Transaction = Static<typeof TransactionSchema>;
