import { intervalAt, nextBirthday } from '../../domain/core/calendar.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { pointsText } from '../../texts/points.ts';
import { timestamp } from '../schema-helpers.ts';
import { presentAvailableRule } from '../shared/present-available-rule.ts';
import { presentHistory } from '../shared/present-history.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { CustomerBody, CustomerOfAnyStateBody } from './customer-schema.ts';
import { presentAvailableReward } from './present-available-reward.ts';
import { presentActiveCartRedemption } from './present-cart-redemption.ts';
import { presentClaimedReward } from './present-claimed-reward.ts';
import { presentTierMembership } from './present-tier-membership.ts';

/** The customer in the shape of its state. A blocked customer is shown as blocked, enrolled or not. */
export function presentCustomerOfAnyState(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): CustomerOfAnyStateBody {
  const { row } = customer;
  if (row.blocked_at !== null) return { state: 'blocked', ...presentNames(row) };
  if (row.enrolled_at === null) return { state: 'guest', ...presentNames(row) };
  return presentCustomer(view, publicUrl, customer);
}

function presentNames({ id, merchant_id, email, first_name, last_name }: CustomerRow) {
  return { id, merchant_id, email, first_name, last_name };
}

/** An enrolled customer. `publicUrl` is the base of referral links; it has no trailing slash. */
export function presentCustomer(
  view: StorefrontView,
  publicUrl: string,
  customer: StorefrontCustomer,
): CustomerBody {
  const { row, now, stock } = customer;
  return {
    ...presentOwnFields(view, customer),
    claimed_rewards: customer.claims.map((claim) => presentClaimedReward(view, claim, stock)),
    available_rules: customer.rules.map((rule) => presentAvailableRule(view, rule, now)),
    available_rewards: customer.rewards.map((reward) => presentAvailableReward(view, reward, stock, now)),
    history: presentHistory(view, customer.history, row.tier_id),
    active_cart_redemptions: customer.cart_redemptions.map((claim) =>
      presentActiveCartRedemption(view, claim, stock),
    ),
    ...presentOwnEnd(view, publicUrl, row),
  };
}

/** The fields before the lists. */
export function presentOwnFields(view: StorefrontView, customer: StorefrontCustomer) {
  const { row, home, now } = customer;
  return {
    state: 'enrolled' as const,
    ...presentNames(row),
    points_approved: row.points_approved,
    points_pending: row.points_pending,
    points_spent: row.points_spent,
    next_points_expiry: presentNextExpiry(view, customer.next_expiry),
    enrolled_at: timestamp(row.enrolled_at!),
    tier_membership: customer.tier && presentTierMembership(view, customer.tier),
    ...presentBirthday(row, home.time_zone, now),
  };
}

/** The fields after the lists. */
export function presentOwnEnd(view: StorefrontView, publicUrl: string, row: CustomerRow) {
  return {
    email_marketing_consent: { state: row.email_marketing },
    sms_marketing_consent: { state: row.sms_marketing },
    referral_urls: view.program.settings.referrals && presentReferralUrls(publicUrl, row.referral_id),
    receipt_upload_url: null,
  };
}

function presentNextExpiry(
  view: StorefrontView,
  next: StorefrontCustomer['next_expiry'],
): CustomerBody['next_points_expiry'] {
  if (!next) return null;
  return {
    points: next.points,
    points_text: pointsText(next.points, view.wording),
    points_will_expire_at: timestamp(next.at),
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

/** The answers for the current days of the zones: the calendar is slow, and there are only 366 birthdays. */
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
