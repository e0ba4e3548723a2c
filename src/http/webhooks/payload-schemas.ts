import { type Static, type TObject, Type } from '@sinclair/typebox';
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../domain/outbox/topics.ts';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { TierNameSchema } from '../shared/present-tier.ts';
import { ProgramCustomerSchema } from '../shared/program-customer-schema.ts';
import {
  ActivitySchema,
  CustomerSummarySchema,
  ProgramClaimedRewardSchema,
} from '../shared/record-schemas.ts';

const ActivityInEventSchema = Type.Omit(ActivitySchema, ['customer'], {
  title: 'ToldActivity',
  description: 'The activity, in the state that it has when the message is sent.',
});

const tierChange = Type.Object({ tier: TierNameSchema, previous_tier: TierNameSchema });

/** The part of an event's `payload.properties` beside the customer, by topic. */
const ABOUT_SCHEMAS = {
  'program_events/customer.enrolled': Type.Object({ enrolled_at: Timestamp() }),
  'program_events/customer.points_earned': Type.Object({
    points: Type.Integer({ description: 'The points, pending or approved: `activity.state` says which.' }),
    activity: ActivityInEventSchema,
  }),
  'program_events/customer.rule_completed': Type.Object({ activity: ActivityInEventSchema }),
  'program_events/customer.claimed_reward': Type.Object({ claimed_reward: ProgramClaimedRewardSchema }),
  'program_events/customer.tier_upgraded': tierChange,
  'program_events/customer.tier_downgraded': tierChange,
  'program_events/customer.referral_complete': Type.Object({
    referral: Type.Object(
      {
        id: Type.Integer(),
        completed_at: Timestamp(),
        referred_customer: Nullable(CustomerSummarySchema),
        order: Nullable(
          Type.Object({ id: Type.Integer(), merchant_id: Type.String() }, { title: 'ToldOrder' }),
        ),
      },
      { title: 'ToldReferral', description: "The referred friend, and the friend's order." },
    ),
  }),
  'program_events/customer.points_removed': Type.Object({
    points: Type.Integer({ description: 'The change of the spendable balance.' }),
    points_pending: Type.Integer({ description: 'The change of the points that wait for approval.' }),
    note: Nullable(Type.String({ description: 'The reason given with points removed by hand.' })),
    activity: Nullable(ActivityInEventSchema),
  }),
  'program_events/customer.points_expired': Type.Object({
    points: Type.Integer(),
    reason: StringEnum(['inactivity', 'age', 'calendar_date']),
  }),
  'program_events/customer.claim_refunded': Type.Object({ claimed_reward: ProgramClaimedRewardSchema }),
  'program_events/customer.order_undone': Type.Object({
    order: Type.Object(
      {
        id: Type.Integer(),
        merchant_id: Type.String(),
        refunded: Type.Boolean({ description: 'Whether the order was refunded in full.' }),
        cancelled: Type.Boolean(),
      },
      { title: 'UndoneOrder' },
    ),
  }),
  'program_events/customer.voucher_reused': Type.Object({
    claimed_reward: ProgramClaimedRewardSchema,
    order: Type.Object(
      { id: Type.Integer(), merchant_id: Type.String() },
      { title: 'ReusingOrder', description: 'The order that names a code which was used before.' },
    ),
  }),
  'rewards/fulfillment': Type.Object({ claimed_reward: ProgramClaimedRewardSchema }),
  'program_events/customer.approaching_tier_upgrade': Type.Object({
    tier: TierNameSchema,
    kind: StringEnum(['spend', 'points', 'orders'], { description: 'The measure that leads to the tier.' }),
    needed: Type.Number({
      description:
        "The amount that is still needed, in the program's currency, in points or in orders, as `kind` says.",
    }),
  }),
  'program_events/customer.approaching_points_expiration': Type.Object({
    points: Type.Integer({ description: 'The number of points that expire then.' }),
    expires_at: Timestamp(),
  }),
  'program_events/customer.approaching_reward_expiration': Type.Object({
    claimed_reward: ProgramClaimedRewardSchema,
    ends_at: Timestamp({
      description: 'The moment when the unused reward expires, or lapses and returns its points.',
    }),
  }),
} as const satisfies Record<Exclude<WebhookTopic, 'customers/update'>, TObject>;

export type ProgramEventTopic = keyof typeof ABOUT_SCHEMAS;
export type About<T extends ProgramEventTopic> = Static<(typeof ABOUT_SCHEMAS)[T]>;

/** The `payload` of a message of a topic. */
function payloadSchema(topic: WebhookTopic): TObject {
  if (topic === 'customers/update') return Type.Object({ customer: ProgramCustomerSchema });
  const { properties } = ABOUT_SCHEMAS[topic] as TObject;
  return Type.Object({ properties: Type.Object({ customer: CustomerSummarySchema, ...properties }) });
}

function messageSchema(topic: WebhookTopic): TObject {
  return Type.Object({
    id: Type.String({
      description: 'The id of the message, the same at every attempt and equal to `webhook-id`.',
    }),
    topic: Type.Literal(topic),
    created_at: Timestamp({ description: "The moment of the event, by the program's clock." }),
    payload: payloadSchema(topic),
  });
}

/** Whole messages by topic, as they are posted to addresses. */
export const MESSAGE_SCHEMAS = Object.fromEntries(
  WEBHOOK_TOPICS.map((topic) => [topic, messageSchema(topic)]),
) as Record<WebhookTopic, TObject>;
