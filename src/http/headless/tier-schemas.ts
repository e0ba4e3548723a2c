import { type Static, Type } from '@sinclair/typebox';
import { MoneySchema, Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';

// A customer's membership, and what it still takes. --------------------------------------------

const RENEWAL =
  'The amount that is still missing to keep the tier when the membership expires. Null in the lowest tier, and if the membership never expires.';
const UPGRADE = 'The amount that is still missing to reach the next tier. Null without an `upgrade_tier_id`.';
const COUNTED =
  '`now`: the total in the evaluation window that ends now. `at_expiration`: the part of it that will still count when the membership expires. Null: the membership never expires.';

const commonProgress = {
  valid_until: Nullable(
    Timestamp({
      description: 'The next moment at which a part of the total ceases to count. Null: never.',
    }),
  ),
  upgrade_tier_id: Nullable(
    Type.Integer({
      description:
        'The next tier. Null in the highest tier, in a hidden tier, in a tier that is given by hand, and if the next tier is hidden.',
    }),
  ),
  forecasted_tier_id: Nullable(
    Type.Integer({ description: 'The tier that the total `at_expiration` earns. Null: none.' }),
  ),
};

const SpendProgressSchema = Type.Object(
  {
    kind: Type.Literal('spend'),
    tier_spend: Type.Object(
      { now: MoneySchema, at_expiration: Nullable(MoneySchema) },
      { description: COUNTED },
    ),
    ...commonProgress,
    spend_needed_for_renewal: Type.Union([MoneySchema, Type.Null()], { description: RENEWAL }),
    spend_needed_for_upgrade: Type.Union([MoneySchema, Type.Null()], { description: UPGRADE }),
  },
  { title: 'SpendProgress' },
);

const counted = () =>
  Type.Object({ now: Type.Integer(), at_expiration: Nullable(Type.Integer()) }, { description: COUNTED });

const PointsProgressSchema = Type.Object(
  {
    kind: Type.Literal('points'),
    tier_points: counted(),
    ...commonProgress,
    points_needed_for_renewal: Nullable(Type.Integer({ description: RENEWAL })),
    points_needed_for_upgrade: Nullable(Type.Integer({ description: UPGRADE })),
  },
  { title: 'PointsProgress' },
);

const OrdersProgressSchema = Type.Object(
  {
    kind: Type.Literal('orders'),
    tier_orders: counted(),
    ...commonProgress,
    orders_needed_for_renewal: Nullable(Type.Integer({ description: RENEWAL })),
    orders_needed_for_upgrade: Nullable(Type.Integer({ description: UPGRADE })),
  },
  { title: 'OrdersProgress' },
);

export const TierMembershipSchema = Type.Object(
  {
    tier_id: Type.Integer(),
    started_at: Timestamp(),
    expires_at: Nullable(Timestamp({ description: 'Null: never.' })),
    progress: Type.Union([SpendProgressSchema, PointsProgressSchema, OrdersProgressSchema], {
      title: 'TierProgress',
      description: "The customer's progress in the measure of the program's tiers.",
    }),
  },
  { title: 'TierMembership' },
);
export type TierMembershipBody = Static<typeof TierMembershipSchema>;
export type TierProgressBody = TierMembershipBody['progress'];

// A program's tiers. ---------------------------------------------------------------------------

const tierFields = {
  id: Type.Integer(),
  name: Type.String(),
  position: Type.Integer({ description: '1 is the default tier. Tiers that are given by hand come last.' }),
  hidden: Type.Boolean({ description: 'Whether the tier must stay hidden until the customer reaches it.' }),
  benefit_ids: Type.Array(Type.Integer()),
};

const LOWER = 'The smallest total that earns the tier.';
const UPPER = 'The largest total that still belongs to the tier. Null in the highest tier.';

const SpendTierSchema = Type.Object(
  {
    ...tierFields,
    kind: Type.Literal('spend'),
    lower_bound: MoneySchema,
    upper_bound: Type.Union([MoneySchema, Type.Null()], { description: UPPER }),
  },
  { title: 'SpendTier' },
);

const wholeBounds = {
  lower_bound: Type.Integer({ description: LOWER }),
  upper_bound: Nullable(Type.Integer({ description: UPPER })),
};
const PointsTierSchema = Type.Object(
  { ...tierFields, kind: Type.Literal('points'), ...wholeBounds },
  { title: 'PointsTier' },
);
const OrdersTierSchema = Type.Object(
  { ...tierFields, kind: Type.Literal('orders'), ...wholeBounds },
  { title: 'OrdersTier' },
);
const ConditionalTierSchema = Type.Object(
  { ...tierFields, kind: Type.Literal('conditional') },
  {
    title: 'ConditionalTier',
    description: 'A tier that the store gives by hand. No spending, points or orders lead to it.',
  },
);

const TierSchema = Type.Union([SpendTierSchema, PointsTierSchema, OrdersTierSchema, ConditionalTierSchema], {
  title: 'Tier',
});

const TierBenefitSchema = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    secret: Type.Boolean({ description: 'Whether only members of a tier with this benefit may see it.' }),
    details: Nullable(Type.Object({ plaintext: Type.String(), html: Type.String() })),
  },
  { title: 'TierBenefit' },
);

const windows = Type.Object(
  {
    windows: Type.Integer({
      description: 'The number of windows for which the tier lasts, including the present one.',
    }),
  },
  { title: 'MembershipDuration' },
);

const TierMembershipTermsSchema = Type.Union(
  [
    Type.Object(
      { mode: Type.Literal('rolling'), duration_months: Type.Integer() },
      { title: 'RollingMembership' },
    ),
    Type.Object(
      {
        mode: Type.Literal('calendar'),
        evaluation_period: Type.Object({
          starts_on: Type.Object({ month: Type.Integer(), day: Type.Integer() }),
          duration: Type.Object({ months: Type.Integer() }),
        }),
        duration: windows,
      },
      { title: 'CalendarMembership' },
    ),
    Type.Object({ mode: Type.Literal('lifetime') }, { title: 'LifetimeMembership' }),
    Type.Object(
      { mode: Type.Literal('enrollment_anniversary'), duration: windows },
      { title: 'EnrollmentAnniversaryMembership' },
    ),
  ],
  {
    title: 'TierMembershipTerms',
    description: 'How long a tier lasts, and which facts earn it.',
  },
);

/** A program's tiers, in the customer-facing family's configuration. */
export const TierConfigurationSchema = Type.Object(
  {
    boundary_mode: StringEnum(['points', 'spend', 'orders'], {
      description: "What the tiers' bounds count: spend, points or orders.",
    }),
    tiers: Type.Array(TierSchema, {
      description: 'The tiers, lowest first. Tiers that are given by hand come last.',
    }),
    tier_benefits: Type.Array(TierBenefitSchema),
    membership: TierMembershipTermsSchema,
  },
  { title: 'TierConfiguration' },
);
export type TierConfigurationBody = Static<typeof TierConfigurationSchema>;
