import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { HistoryEntrySchema } from '../shared/history-schemas.ts';
import { AvailableRuleSchema } from '../shared/rule-schemas.ts';
import { ActiveCartRedemptionSchema } from './cart-redemption-schemas.ts';
import { ClaimedRewardSchema } from './claimed-reward-schemas.ts';
import { AvailableRewardSchema } from './reward-schemas.ts';
import { TierMembershipSchema } from './tier-schemas.ts';

export const BirthdaySchema = Type.Object(
  { day: Type.Integer(), month: Type.Integer(), year: Type.Optional(Type.Integer()) },
  { title: 'Birthday' },
);

export const ConsentSchema = Type.Object(
  { state: StringEnum(['subscribed', 'not_subscribed', 'unknown']) },
  { title: 'MarketingConsent' },
);

const PointsExpirySchema = Type.Object(
  {
    points: Type.Integer(),
    points_text: Type.String({ examples: ['500 points'] }),
    points_will_expire_at: Timestamp(),
  },
  {
    title: 'PointsExpiry',
    description: 'The points that expire next, unless they are spent before. Null: none will expire.',
  },
);

const link = () => Type.String({ format: 'uri' });
const ReferralUrlsSchema = Type.Object(
  {
    email: link(),
    direct: link(),
    facebook: link(),
    social: link(),
    whatsapp: link(),
    device_share: link(),
  },
  {
    title: 'ReferralUrls',
    description: 'The links by which the customer refers friends. Null: the program has no referrals.',
  },
);

const nameFields = {
  id: Type.Integer({ description: "The server's number of the customer." }),
  merchant_id: Type.String({ description: "The customer's id in the store's platform, as first given." }),
  email: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
};

/** An enrolled customer as its storefront sees it. */
export const CustomerSchema = Type.Object(
  {
    state: Type.Literal('enrolled'),
    ...nameFields,
    points_approved: Type.Integer({ description: 'The spendable balance.' }),
    points_pending: Type.Integer({ description: 'The points that wait for approval.' }),
    points_spent: Type.Integer({
      description: 'The points spent so far, minus the points that refunds returned.',
    }),
    next_points_expiry: Nullable(PointsExpirySchema),
    enrolled_at: Timestamp(),
    tier_membership: Nullable(TierMembershipSchema),
    birthday: Nullable(BirthdaySchema),
    next_birthday: Nullable(
      CalendarDate({ description: 'The next birthday in the time zone of the home site.' }),
    ),
    claimed_rewards: Type.Array(ClaimedRewardSchema, {
      description: 'The latest 20 claimed rewards, newest first.',
    }),
    available_rules: Type.Array(AvailableRuleSchema),
    available_rewards: Type.Array(AvailableRewardSchema),
    history: Type.Array(HistoryEntrySchema, { description: 'The latest 100 entries, newest first.' }),
    active_cart_redemptions: Type.Array(ActiveCartRedemptionSchema),
    email_marketing_consent: ConsentSchema,
    sms_marketing_consent: ConsentSchema,
    referral_urls: Nullable(ReferralUrlsSchema),
    receipt_upload_url: Nullable(
      Type.String({
        format: 'uri',
        description: 'The address where the customer hands in receipts. Null: the program takes none.',
      }),
    ),
  },
  { title: 'Customer' },
);
export type CustomerBody = Static<typeof CustomerSchema>;

/** A customer in any state. Guests and blocked customers are shown by name only. */
export const CustomerOfAnyStateSchema = Type.Union(
  [
    CustomerSchema,
    Type.Object({ state: Type.Literal('guest'), ...nameFields }, { title: 'GuestCustomer' }),
    Type.Object({ state: Type.Literal('blocked'), ...nameFields }, { title: 'BlockedCustomer' }),
  ],
  { title: 'CustomerOfAnyState' },
);
export type CustomerOfAnyStateBody = Static<typeof CustomerOfAnyStateSchema>;
