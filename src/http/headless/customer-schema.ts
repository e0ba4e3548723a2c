import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, MoneySchema, Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { ActiveCartRedemptionSchema, ClaimedRewardSchema } from './claimed-reward-schemas.ts';
import { HistoryEntrySchema } from './history-schemas.ts';
import { AvailableRewardSchema } from './reward-schemas.ts';
import { AvailableRuleSchema } from './rule-schemas.ts';

const TierMembershipSchema = Type.Object(
  {
    tier_id: Type.Integer(),
    started_at: Timestamp(),
    expires_at: Nullable(Timestamp({ description: 'Null: never.' })),
    progress: Type.Object(
      {
        kind: Type.Literal('spend'),
        tier_spend: Type.Object({
          now: MoneySchema,
          at_expiration: Nullable(MoneySchema),
        }),
        valid_until: Nullable(Timestamp({ description: 'When a counted order next leaves the window.' })),
        upgrade_tier_id: Nullable(Type.Integer({ description: 'Null in the highest tier.' })),
        spend_needed_for_renewal: Nullable(MoneySchema),
        spend_needed_for_upgrade: Nullable(MoneySchema),
        forecasted_tier_id: Nullable(Type.Integer({ description: 'The tier that `at_expiration` gives.' })),
      },
      { title: 'SpendProgress' },
    ),
  },
  { title: 'TierMembership' },
);
export type TierMembershipBody = Static<typeof TierMembershipSchema>;

const BirthdaySchema = Type.Object(
  { day: Type.Integer(), month: Type.Integer(), year: Type.Optional(Type.Integer()) },
  { title: 'Birthday' },
);

const ConsentSchema = Type.Object(
  { state: StringEnum(['subscribed', 'not_subscribed', 'unknown']) },
  { title: 'MarketingConsent' },
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
  { title: 'ReferralUrls' },
);

/** An enrolled customer as its storefront sees it. */
export const CustomerSchema = Type.Object(
  {
    state: Type.Literal('enrolled'),
    id: Type.Integer({ description: 'The service customer id.' }),
    merchant_id: Type.String({ description: "The customer's id in the store's platform, as first given." }),
    email: Nullable(Type.String()),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
    points_approved: Type.Integer({ description: 'The spendable balance.' }),
    points_pending: Type.Integer(),
    points_spent: Type.Integer(),
    enrolled_at: Timestamp(),
    tier_membership: Nullable(TierMembershipSchema),
    birthday: Nullable(BirthdaySchema),
    next_birthday: Nullable(CalendarDate({ description: "In the home site's time zone." })),
    claimed_rewards: Type.Array(ClaimedRewardSchema, { description: 'The latest 20, newest first.' }),
    available_rules: Type.Array(AvailableRuleSchema),
    available_rewards: Type.Array(AvailableRewardSchema),
    history: Type.Array(HistoryEntrySchema, { description: 'The latest 100, newest first.' }),
    active_cart_redemptions: Type.Array(ActiveCartRedemptionSchema),
    email_marketing_consent: ConsentSchema,
    sms_marketing_consent: ConsentSchema,
    referral_urls: Nullable(ReferralUrlsSchema),
    receipt_upload_url: Nullable(
      Type.String({
        format: 'uri',
        description: 'Where receipts are handed in; null where the program takes none.',
      }),
    ),
  },
  { title: 'Customer' },
);
export type CustomerBody = Static<typeof CustomerSchema>;
