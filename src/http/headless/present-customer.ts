import { intervalAt, nextBirthday } from '../../domain/calendar.ts';
import type { CustomerRow, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import type { TierStanding } from '../../domain/tiers/standing.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import type { CustomerBody, TierMembershipBody } from './customer-schema.ts';
import { presentAvailableReward } from './present-available-reward.ts';
import { presentAvailableRule } from './present-available-rule.ts';
import { presentActiveCartRedemption, presentClaimedReward } from './present-claimed-reward.ts';
import { presentHistory } from './present-history.ts';
import type { StorefrontView } from './storefront-view.ts';

/** An enrolled customer. `publicUrl` is where referral links lead; it has no trailing slash. */
export function presentCustomer(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): CustomerBody {
  const { row, home, now, stock } = customer;
  return {
    state: 'enrolled',
    id: row.id,
    merchant_id: row.merchant_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    points_approved: row.points_approved,
    points_pending: row.points_pending,
    points_spent: row.points_spent,
    enrolled_at: timestamp(row.enrolled_at!),
    tier_membership: customer.tier && presentTierMembership(view, customer.tier),
    ...presentBirthday(row, home.time_zone, now),
    claimed_rewards: customer.claims.map((claim) => presentClaimedReward(view, claim, stock)),
    available_rules: customer.rules.map((rule) => presentAvailableRule(view, rule, now)),
    available_rewards: customer.rewards.map((reward) => presentAvailableReward(view, reward, stock, now)),
    history: presentHistory(view, customer.history, row.tier_id),
    active_cart_redemptions: customer.cart_redemptions.map((claim) =>
      presentActiveCartRedemption(view, claim, stock),
    ),
    email_marketing_consent: { state: row.email_marketing },
    sms_marketing_consent: { state: row.sms_marketing },
    referral_urls: presentReferralUrls(publicUrl, row.referral_id),
    receipt_upload_url: null,
  };
}

function presentTierMembership(view: StorefrontView, tier: TierStanding): TierMembershipBody {
  const { progress } = tier;
  const money = (minor: number | null) => (minor === null ? null : view.money(minor));
  return {
    tier_id: tier.tier_id,
    started_at: timestamp(tier.started_at),
    expires_at: nullableTimestamp(tier.expires_at),
    progress: {
      kind: progress.kind,
      tier_spend: {
        now: view.money(progress.spend_now_minor),
        at_expiration: money(progress.spend_at_expiration_minor),
      },
      valid_until: nullableTimestamp(progress.valid_until),
      upgrade_tier_id: progress.upgrade_tier_id,
      spend_needed_for_renewal: money(progress.spend_needed_for_renewal_minor),
      spend_needed_for_upgrade: money(progress.spend_needed_for_upgrade_minor),
      forecasted_tier_id: progress.forecasted_tier_id,
    },
  };
}

function presentBirthday(
  row: CustomerRow,
  zone: string,
  now: number,
): Pick<CustomerBody, 'birthday' | 'next_birthday'> {
  const { birthday_day: day, birthday_month: month, birthday_year: year } = row;
  if (day === null || month === null) return { birthday: null, next_birthday: null };
  return {
    birthday: { day, month, ...(year !== null && { year }) },
    next_birthday: nextBirthdayOf(day, month, zone, now),
  };
}

/** The answers of the zones' current days: the calendar is slow to ask, and there are only 366 birthdays. */
const nextBirthdays = new Map<string, string>();
const BIRTHDAYS_KEPT = 2_000;

function nextBirthdayOf(day: number, month: number, zone: string, now: number): string {
  const key = `${zone} ${intervalAt('day', zone, now).start} ${month}-${day}`;
  let next = nextBirthdays.get(key);
  if (next === undefined) {
    if (nextBirthdays.size >= BIRTHDAYS_KEPT) nextBirthdays.clear();
    next = nextBirthday({ day, month }, zone, now);
    nextBirthdays.set(key, next);
  }
  return next;
}

function presentReferralUrls(publicUrl: string, referralId: string): CustomerBody['referral_urls'] {
  const link = (network: string) => `${publicUrl}/r/${referralId}/${network}`;
  return {
    email: link('email'),
    direct: link('direct'),
    facebook: link('facebook'),
    social: link('social'),
    whatsapp: link('whatsapp'),
    device_share: link('device_share'),
  };
}
