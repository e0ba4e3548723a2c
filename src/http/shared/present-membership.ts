import { type Static, Type } from '@sinclair/typebox';
import { toDecimalString } from '../../domain/core/money.ts';
import type { CustomerRecord } from '../../domain/listings/customer-store.ts';
import type { Tier } from '../../domain/programs/configuration.ts';
import { Nullable, nullableTimestamp, Timestamp, timestamp } from '../schema-helpers.ts';
import type { StorefrontView } from './storefront-view.ts';

const Bound = (description: string) => Nullable(Type.String({ description, examples: ['250.00'] }));

export const LoyaltyTierSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    position: Type.Integer({ description: '1 is the default tier; those given by hand come last.' }),
    number: Type.Integer({ description: 'The same as `position`.' }),
    default: Type.Boolean({ description: 'Whether customers begin in this tier when they enrol.' }),
    hidden: Type.Boolean({ description: 'Whether the tier is hidden until the customer reaches it.' }),
    lower_bound: Bound(
      "The least that earns the tier: an amount in the program's currency, points or orders, as a decimal. Null for tiers that are given by hand.",
    ),
    upper_bound: Bound(
      'The most that still belongs to the tier. Null for the highest tier and for tiers that are given by hand.',
    ),
  },
  { title: 'LoyaltyTier' },
);

export const MembershipSchema = Type.Object(
  {
    manual: Type.Boolean({
      description: 'Whether the tier was given by hand. Neither a date nor a purchase then changes it.',
    }),
    started_at: Timestamp(),
    expires_at: Nullable(Timestamp({ description: 'Null: never.' })),
    tier_id: Type.Integer({ description: 'The same as in `loyalty_tier`.' }),
    tier_name: Type.String({ description: 'The same as in `loyalty_tier`.' }),
    loyalty_tier: LoyaltyTierSchema,
  },
  { title: 'LoyaltyTierMembership' },
);

/** null also if the tier is no longer in the program. */
export function presentMembership(
  view: StorefrontView,
  { tier_id, tier_started_at, tier_expires_at }: CustomerRecord,
): Static<typeof MembershipSchema> | null {
  const tier = tier_id === null ? undefined : presentTiers(view).find(({ id }) => id === tier_id);
  if (!tier || tier_started_at === null) return null;
  return {
    manual: tier.lower_bound === null,
    started_at: timestamp(tier_started_at),
    expires_at: nullableTimestamp(tier_expires_at),
    tier_id: tier.id,
    tier_name: tier.name,
    loyalty_tier: tier,
  };
}

type LoyaltyTier = Static<typeof LoyaltyTierSchema>;

const made = new WeakMap<StorefrontView, LoyaltyTier[]>();

/** The program's tiers, the default first. The objects stay the same until the program changes. */
export function presentTiers(view: StorefrontView): LoyaltyTier[] {
  let tiers = made.get(view);
  if (!tiers) {
    const { tiers: earned, conditional_tiers } = view.program;
    tiers = [...earned, ...conditional_tiers].map((tier, index, all) =>
      presentTier(view, tier, index + 1, all[index + 1]),
    );
    made.set(view, tiers);
  }
  return tiers;
}

function presentTier(
  view: StorefrontView,
  tier: Tier,
  position: number,
  next: Tier | undefined,
): LoyaltyTier {
  const { lower_bound } = tier;
  // A tier ends one below the next bound. For spend, "one" is the currency's smallest coin.
  const upper = lower_bound === null || next?.lower_bound == null ? null : next.lower_bound - 1;
  return {
    id: tier.id,
    name: view.text(tier.name),
    position,
    number: position,
    default: position === 1 && lower_bound !== null,
    hidden: tier.hidden,
    lower_bound: lower_bound === null ? null : boundText(view, lower_bound),
    upper_bound: upper === null ? null : boundText(view, upper),
  };
}

function boundText({ program }: StorefrontView, bound: number): string {
  return program.settings.tier_boundary_mode === 'spend'
    ? toDecimalString(bound, program.currency)
    : String(bound);
}
